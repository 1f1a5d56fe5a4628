import { count } from '../count.ts'

/** Words of what the memory view says of one entry and of lists of them. */
export const entries = {
  kinds: {
    skills: { one: 'skill', many: 'skills', added: 'added', removed: 'removed', changed: 'changed' },
    workflows: { one: 'workflow', many: 'workflows', added: 'added', removed: 'removed', changed: 'changed' },
    experiences: {
      one: 'experience',
      many: 'experiences',
      added: 'added',
      removed: 'removed',
      changed: 'changed',
    },
    edges: {
      one: 'transition',
      many: 'transitions',
      added: 'added',
      removed: 'removed',
      changed: 'changed',
    },
  },
  origins: {
    seed: { label: 'came with the app', option: 'Came with the app' },
    learned: { label: 'learned', option: 'Learned' },
    imported: { label: 'imported', option: 'Imported' },
    hand: { label: 'by hand', option: 'By hand' },
  },
  states: {
    active: { label: 'active', option: 'Active', meaning: 'Runs follow it.' },
    candidate: {
      label: 'candidate',
      option: 'Candidate',
      meaning:
        'Runs may follow it, below active ones of equal score. It becomes active by your word or by proving itself.',
    },
    quarantined: {
      label: 'quarantined',
      option: 'Quarantined',
      meaning: 'No run is shown it until you approve it.',
    },
  },
  activation: {
    active: (because: string) => `Active, because ${because}.`,
    seed: 'it came with the app',
    approval: (time: string) => `you approved it, ${time}`,
    thumbUp: (time: string) => `a thumb up for a run, ${time}`,
    proven: (runs: number, time: string) =>
      `${count(runs, 'later run', 'later runs')} on other data went well with it, ${time}`,
  },
  entry: {
    version: (origin: string, version: number) => `${origin}, version ${version}`,
    pinned: 'pinned',
    usage: (uses: number, helped: number, hurt: number) =>
      `${count(uses, 'use', 'uses')}, helped ${helped}, hurt ${hurt}`,
    state: 'State',
    use: 'Use',
    notUsed: 'Not used yet.',
    used: (uses: number, helped: number, hurt: number) =>
      `${count(uses, 'run', 'runs')} used it; it helped ${helped} and hurt ${hurt} of them.`,
    lastUsed: (time: string) => `Last used ${time}.`,
    stored: 'Stored',
    from: 'Comes from',
  },
  content: {
    steps: 'Steps',
    toKnow: 'To know',
    rules: 'Rules',
    outcomes: (well: number, wrong: number) =>
      `${count(well, 'run went well', 'runs went well')}, ${wrong} went wrong.`,
    data: (kinds: string) => `Data: ${kinds}.`,
    any: 'any',
    dates: { one: 'one date', two: 'two dates', many: 'many dates' },
    parameters: (names: string) => `Parameters: ${names}`,
    seen: (times: number) => `Seen ${count(times, 'time', 'times')}.`,
  },
  list: {
    usesTool: 'Those that use',
    showAll: 'Show all',
    found: (found: number, one: string, many: string) => `${count(found, one, many)} found`,
    noneFits: 'None fits. Take a word or a filter away.',
    nothingYet: 'Nothing is stored here yet.',
    nothingThen: 'Nothing is stored here at that time.',
    comes: {
      skills:
        'A skill is learned when runs of one kind have passed the gate more than once; those that came with the app can be asked for again by a reset.',
      workflows: 'The first answered question whose run passes the gate leaves its sequence of tools here.',
      experiences:
        'When a tool fails in a run and another call puts it right, what was seen and what helped is kept here.',
    },
  },
  filter: {
    search: (many: string) => `Search ${many}`,
    state: 'State',
    anyState: 'Any state',
    pinned: 'Pinned',
    origin: 'Origin',
    anyOrigin: 'Any origin',
    order: 'Order',
    newest: 'Newest first',
    mostUsed: 'Most used first',
    mostHurt: 'Most hurt first',
  },
  actions: {
    change: (title: string) => `Change ${title}`,
    approve: 'Approve',
    approveEntry: (title: string) => `Approve ${title}`,
    pin: 'Pin',
    pinEntry: (title: string) => `Pin ${title}: keep it whatever happens`,
    edit: 'Edit…',
    editEntry: (title: string) => `Edit ${title}`,
    retire: 'Retire',
    retireEntry: (title: string) => `Retire ${title}`,
    eraseRun: 'Erase its run…',
    eraseRunOf: (title: string) => `Erase its run, which made ${title}`,
  },
  edit: {
    title: 'Edit this entry',
    save: 'Save',
    hint: 'Write no answers, file names or addresses: the same check that runs pass through refuses them.',
    lines: '(one a line)',
    fields: {
      title: 'Title',
      when: 'When it applies',
      toKnow: 'To know',
      rules: 'Rules',
      description: 'Description',
      parameters: 'Parameters',
      cautions: 'Cautions',
      seen: 'What was seen',
      instead: 'What to do instead',
    },
  },
  gone: {
    left: 'is no longer in the memory. What it was stands in the journal.',
    nothing: 'That entry is no longer in the memory, and the journal holds nothing of it.',
    unread: 'Its history could not be read; open the memory view again.',
  },
  provenance: {
    elsewhere: 'a run of another profile, or one that was removed',
    on: 'on',
    made: 'made',
    notLoaded: (layers: number) =>
      `${count(layers, 'layer', 'layers')} of its data ${layers === 1 ? 'is' : 'are'} not loaded now`,
    more: (runs: number) => count(runs, 'more run', 'more runs'),
  },
  contradictions: {
    unread: 'Contradictions could not be looked for; open the memory view again.',
    told: (triggers: number) =>
      `${count(triggers, 'trigger has', 'triggers have')} corrections that contradict each other, none better supported. Retire the wrong one, or pin the right one.`,
    about: (tool: string) => `Contradiction about ${tool}`,
    support: (times: number, helped: number, hurt: number) =>
      `seen ${count(times, 'time', 'times')}, helped ${helped}, hurt ${hurt}`,
    pinned: ', pinned',
    retire: (correction: string) => `Retire: ${correction}`,
    pages: 'contradictions',
  },
}
