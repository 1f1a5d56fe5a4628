/** Words of src/ui/settings. */
export const settings = {
  view: 'Settings',
  title: 'Settings',
  lead: 'They are kept in this browser and hold for this address.',
  language: {
    title: 'Language',
    legend: 'Language of the interface',
    english:
      'English stays: questions and answers, what tools report, the content of lessons, and the report of benchmarks. Numbers are written as in English, 1,234.5, so that none means two things on one page.',
    failed: 'The words of that language could not be fetched. The page stays in the one that it has.',
  },
  colours: {
    title: 'Colours',
    legend: 'Colours of the interface',
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
  },
  units: {
    title: 'Units of answers',
    about:
      'For questions that name no unit; “how many km²” is answered in km². What was measured, and what a step shows, stays as it is: the answer converts it.',
    area: 'Areas',
    temperature: 'Temperatures',
    length: 'Lengths',
    asMeasured: 'as measured',
    ofUnit: {
      ha: 'hectares (ha)',
      km2: 'km²',
      acre: 'acres',
      degC: '°C',
      K: 'kelvin (K)',
      m: 'metres (m)',
      km: 'kilometres (km)',
    },
    spans:
      'Differences of temperature stay in kelvin, where one is one degree Celsius. An acre is 4,046.8564224 m².',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    singles: 'Shortcuts of a single key',
    about: 'None of them acts while you type in a field or a dialog is open.',
    keys: 'Keys',
    does: 'What they do',
    question: 'Write a question',
    list: 'Show this list',
    view: (name: string) => `Open ${name}`,
    ask: 'Ask what is written',
    line: 'Begin a new line in the question',
    escape: 'Close a dialog or a form',
    off: 'off',
  },
  storage: {
    title: 'Storage',
    used: (used: string, quota: string) =>
      `${used} used of the ${quota} that the browser leaves to this address.`,
    files: 'Copies of your files',
    results: 'Results',
    models: 'Models',
    toolIndex: 'Index of tools',
    records: 'Memory, runs and records',
    app: 'The app itself, for when there is no network',
    counting: 'Counting…',
    swept:
      'Files and results that no layer uses any more are removed at each start. Layers are removed on the data panel, models under Models, runs and memories under Memory.',
    persisted: 'The browser has promised not to clear this by itself.',
    notPersisted: 'The browser may clear this when the disk is full.',
    persist: 'Ask it to keep everything',
    refused:
      'The browser made no promise. It often does once a site is installed or bookmarked; a backup is safe in any case.',
  },
  privacy: {
    title: 'Privacy',
    about:
      'Your files, questions, answers and what was learned are stored in this browser and nowhere else. Nothing is sent; the badge at the top counts what the page requested.',
    link: 'What the page may reach, and how to check it',
    erase:
      'A single run, with all that was learned from it, is erased at the run itself, in the conversation.',
  },
  reset: {
    title: 'Start over',
    about:
      'Erases all that GeoForge keeps in this browser. Save a backup of the memory first: it can be taken in again under Memory.',
    begin: 'Erase everything…',
    question: 'Erase everything that GeoForge keeps here?',
    action: 'Erase everything',
    goes: 'What goes',
    memory: 'the memory, all runs and their answers',
    layers: 'all scenes, layers and copies of your files',
    models: 'models that were fetched or imported',
    tools: 'tools of your own, and the answers of lessons',
    choices: 'the choices on this page, and the hosts that you allowed',
    stays: 'The app itself stays, so that it opens without the network. Files on your disk are not touched.',
    forgetKey:
      'Also the key by which this browser knows its own backups. A backup then comes in like a stranger’s, unless you vouch for it.',
    understood: 'I have a backup, or need none. There is no way back.',
    otherTab: 'GeoForge is open in another tab. Close that one first: it would write while this one erases.',
    reader: 'Only the tab that was opened first can do this.',
    busy: 'Erasing…',
    failed: (why: string) => `It could not be ended: ${why} Reload the page: it goes on from there.`,
    cannotAsk: 'The browser does not tell whether another tab is open. Close all others, then try again.',
  },
}
