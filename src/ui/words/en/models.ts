/** Words of src/ui/models. */
export const models = {
  view: 'Models',
  title: 'Models',
  lead: 'GeoForge works without a language model. One that you get runs on this machine; nothing of your data leaves it.',
  readingList: 'Reading the list of files…',
  looking: 'Looking at this machine…',
  machine: 'This machine',
  here: 'On this machine',
  toGet: 'Language models to get',
  toGetNote:
    'In our tests the planner alone was right in 16 of 16 short field tasks, and in as many with a small model beside it. Larger ones were not measured.',
  byMeaning: 'To compare by meaning',
  byMeaningNote:
    'Finds what was learned for questions in other words. It is used from the next question on once it is here.',
  unable: (count: string, one: boolean) =>
    `${count} ${one ? 'model' : 'models'} that cannot run here, and why`,
  elsewhere: 'Other addresses and a model server are offered on the connected page.',
  whatChanges: 'What changes there?',
  use: {
    legend: 'Who works out the steps',
    planner: 'Planner only',
    plannerAbout:
      'No language model: questions are answered by plans and what was learned. Always there, and quick.',
    notMeasured: 'Not measured on this machine yet.',
    browser: 'The browser’s own model',
    browserAbout: 'It runs on this machine, in the browser.',
    server: (model: string) => `${model} on a server`,
    serverAbout: (url: string) => `Questions and facts about your data leave this page for ${url}.`,
  },
  thinking: {
    loading: 'Loading the language model',
    stop: 'Stop',
    failed: ['The language model', 'could not be used.', 'The planner answers alone until it is loaded.'],
    again: 'Try again',
    loaded: (runsOn: string, tokens: string) =>
      `Loaded: it runs on ${runsOn}, and reads up to ${tokens} tokens.`,
    tooSmall:
      ' It is too small to choose better than the planner, which decides alone: a larger model has a say.',
  },
  card: {
    suits: 'suits this machine',
    used: 'in use',
    runs: 'will run',
    slow: 'runs slowly',
    cannot: 'cannot run',
    noHash:
      'Its publisher told no hash for it: GeoForge notices when it changes, not whether it came unchanged.',
    fetching: 'Fetching',
    checking: 'Checking',
    importing: 'Importing',
    paused: 'paused',
    work: (title: string, what: string) => `${title}: ${what}`,
    bytes: (done: string, total: string) => `${done} of ${total}`,
    doing: (what: string, done: string) => `${what}: ${done}`,
    pausedAt: (done: string) => `Paused at ${done}`,
    pause: 'Pause',
    stop: 'Stop',
    fromSite: 'Get it from this site…',
    download: 'Download…',
    resume: 'Resume',
    check: 'Check the files',
    cancel: 'Cancel…',
    delete: 'Delete…',
  },
  facts: {
    sizeUnknown: 'size unknown',
    about: (size: string) => `about ${size}`,
    memory: (size: string) => `${size} of memory`,
    tokens: (count: string) => `${count} tokens`,
    engines: {
      webllm: 'on the graphics processor, by WebLLM',
      transformers: 'by transformers.js',
      wllama: 'on the processor, by llama.cpp',
    },
    licenceUnknown: 'licence unknown',
    from: (origin: string) => `from ${origin}`,
    writes: (rate: string) => `writes ${rate} tokens a second here`,
    writesAndReads: (written: string, read: string) =>
      `writes ${written} tokens a second here, reads ${read}`,
  },
  disk: {
    title: 'From a disk or a USB stick',
    about: [
      'One GGUF file (of a split one, all its parts at once), or the folder of a model: as transformers.js or MLC lay it out, or as',
      'wrote it. What it is, is read from its content.',
    ],
    command: 'npm run models',
    progress: 'Importing the model',
    importing: (done: string) => `Importing: ${done}`,
    stop: 'Stop',
    file: 'Choose a file…',
    folder: 'Choose a folder…',
    fileLabel: 'Model file',
    folderLabel: 'Model folder',
  },
  hosts: {
    address: 'From another address',
    addressLabel: 'Address of a GGUF file, or of a model’s folder with a manifest',
    addressExample: 'https://',
    look: 'Look at it…',
    server: 'A model server',
    serverAbout:
      'A server that speaks the OpenAI form, such as Ollama, LM Studio or llama.cpp on this machine. What you ask and facts about your data leave this page for it.',
    at: (model: string, url: string) => `${model} at ${url}`,
    forgetServer: 'Forget this server',
    serverAddress: 'Address of the server',
    serverModel: 'Name of the model there',
    serverExample: 'http://localhost:11434/v1',
    allowAndKeep: 'Allow and keep…',
    allowed: 'Hosts you allowed',
    forwards: (hosts: string) => `and where it keeps large files (${hosts})`,
    forbid: 'Forbid',
    forbidHost: (host: string) => `Forbid ${host}`,
  },
  questions: {
    leave: 'Open the connected page?',
    leaveAction: 'Open the connected page',
    leaveWhat:
      'This page is sealed: its policy lets it talk to the site it came from and to nobody else. The connected page is the same GeoForge over the same data and memory. There you can fetch from hosts that you allow, one by one.',
    leaveWorkers:
      'Its workers, which read your files, stay sealed. The word “Connected” at the top leads back here at any time.',
    allow: (hosts: string) => `Allow ${hosts}?`,
    allowAction: 'Allow',
    allowWhat: (one: boolean) =>
      `The page will ask ${one ? 'this host' : 'these hosts'} for files. The host sees your network address and what is asked for; no cookie and nothing of your data goes along, unless you choose a model server.`,
    allowForwards: (host: string, others: string) =>
      `${host} keeps large files on servers of its own (${others}), which are allowed with it.`,
    allowUntil: 'It stays allowed until you forbid it in this view.',
    get: (title: string) => `Get ${title}?`,
    getIt: 'Get it',
    getBytes: (size: string) => `Get ${size}`,
    plan: (count: string, one: boolean, origin: string, state: string | null, licence: string | null) =>
      `${count} ${one ? 'file' : 'files'} from ${origin}${state === null ? '' : `, state ${state}`}. Licence: ${licence ?? 'not told'}.`,
    allHashes: 'Each file is compared with the hash that its publisher lists.',
    noHashes: (count: string, one: boolean) =>
      `For ${count} ${one ? 'file' : 'files'} no hash is published: GeoForge keeps that of the first copy.`,
    files: 'Files',
    delete: (title: string) => `Delete ${title}?`,
    deleteAction: 'Delete it',
    freed: (size: string) => `${size} are freed. Runs that used it stay as they are.`,
  },
  told: {
    imported: (title: string) => `${title} was imported.`,
    whole: (title: string) => `Every file of ${title} is what it was when it was stored.`,
    damaged: (title: string, files: string, one: boolean, fetchable: boolean) =>
      `${title}: ${files} ${one ? 'is' : 'are'} damaged and will not be used. ${
        fetchable ? '“Resume” fetches what is damaged and nothing else.' : 'Import the model again.'
      }`,
    deleted: (title: string) => `${title} was deleted.`,
    fetched: (title: string) => `${title} is here, whole and checked.`,
  },
}
