/** Words of src/ui/start. */
export const start = {
  view: 'Start',
  title: 'Ask satellite images a question, and see how each figure was measured',
  lead: 'GeoForge is an Earth-observation analyst in this browser tab. It reads satellite scenes, works out the steps to an answer, runs them on this machine and shows where each figure comes from. What worked is remembered, and you can see, judge and undo every such memory.',
  sealed:
    'Your files and questions stay in this tab: the page talks to the site it came from and to nobody else.',
  connected: 'This is the connected page: it may talk to hosts that you allow. Your files stay in this tab.',
  privacy: 'How to check that',
  doors: 'Three ways to begin',
  sample: {
    title: 'Try the sample',
    text: 'Three dates of one Sentinel-2 scene, made for GeoForge, with a fire whose true size is known. 4 MB, already on this site.',
    action: 'Load the sample',
  },
  data: {
    title: 'Bring your data',
    text: 'Drop files, whole folders, zips or tars anywhere on this page, as the portals give them out: Sentinel-2, Landsat, HLS, MODIS, GeoTIFFs of any kind; with them GeoJSON, shapefiles, KML, CSV and GPX. They are read here.',
    files: 'Files…',
    folder: 'Folder…',
    filesLabel: 'Files to open',
    folderLabel: 'Folder to open',
  },
  lesson: {
    title: 'Open a lesson',
    text: 'For a class of 90 minutes each, from bands and indices to how the agent learns. Each makes its own scenes and checks the answers.',
    action: 'See the lessons',
  },
  onlyLooks: 'Data can be loaded in the tab that was opened first.',
  model: {
    title: 'No language model is needed',
    text: 'Plans and what was learned answer by themselves. A model can be added at any time, from a disk or by a download that you start; it runs in this browser.',
    small: 'A small one, SmolLM2-135M',
    smallSize: 'about 145 MB',
    smallGain:
      'Gains nothing that we could measure: of 16 short field tasks the planner got 16 right with or without it; the model alone got 10.',
    large: 'A larger one, up to Qwen3-4B',
    largeSize: '0.2 to 2.3 GB',
    largeGain: 'Has a say where no plan fits. How much it gains was not measured by us.',
    meaning: 'To compare by meaning, MiniLM',
    meaningSize: '24 MB',
    meaningGain:
      'Finds what was learned for questions in other words. It put the right tool among the first five in 97 % of cases instead of 96 %, and made no more answers right.',
    action: 'See the models',
    size: 'Download',
  },
  machineTitle: 'What this machine can do',
  asking: 'Asking this machine…',
  machine: {
    graphics: 'Graphics processor',
    noGraphics: 'none that the browser offers (no WebGPU)',
    noGraphicsMeans:
      'Maps and measurements do not need one. Language models run on the processor, more slowly.',
    adapter: (name: string, f16: boolean, software: boolean) =>
      `${name}, ${f16 ? '16-bit arithmetic' : 'no 16-bit arithmetic'}${software ? '; imitated by software, so slow' : ''}`,
    graphicsMeans: 'Band maths uses it where it is measurably faster, and language models run on it.',
    softwareMeans: 'It is left alone: the processor itself is quicker.',
    memory: 'Memory',
    untold: 'the browser does not tell',
    gigabytes: (size: string) => `${size} GB or more, as far as the browser tells`,
    memoryMeans:
      'Scenes are read in pieces, so a full tile fits. It limits how large a language model can be.',
    processor: 'Processor',
    cores: (count: number, together: boolean) =>
      `${count} ${count === 1 ? 'core' : 'cores'}, ${together ? 'which can work together on a model' : 'of which a model can use one: the page is not isolated'}`,
    isolatedMeans: 'Tiles are decoded on several cores at once; threads may share memory.',
    notIsolatedMeans:
      'The page is not isolated from others, so threads cannot share memory. All else works; a reload after the first visit often mends it.',
    storage: 'Storage',
    used: (used: string, quota: string) =>
      `${used} used of the ${quota} that the browser leaves to this page`,
    storageMeans: 'Scenes, results and models are copied here, so that they are there after a reload.',
    kept: 'What is stored',
    persisted: 'kept until you delete it',
    notPersisted: 'kept as long as the browser has room',
    keptRecords: 'records stay, files do not',
    keptNothing: 'nothing outlives this visit',
    keptLessMeans:
      'The browser offers this page less than it could. An ordinary window that is allowed to store data keeps all.',
    persistedMeans: 'The browser has promised not to clear it by itself.',
    notPersistedMeans: 'It may clear it when the disk is full. It can be asked for a promise under Settings.',
    offline: 'Without the network',
    offlineReady: 'ready',
    offlineNot: 'not yet',
    offlineReadyMeans: 'The whole app is kept in this browser and opens with the network off.',
    offlineNotMeans:
      'The app is kept in the background on the first visit over HTTPS or localhost; until then it needs its site.',
    browserModel: 'Browser’s own model',
    browserModelIs: { ready: 'ready', 'to-fetch': 'offered, and not fetched yet', none: 'none' },
    browserModelMeans: {
      ready: 'It can be chosen above.',
      'to-fetch': 'The browser fetches it when it is first asked for.',
      none: 'This browser brings no language model of its own.',
    },
  },
}
