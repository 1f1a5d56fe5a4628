import { count } from '../count.ts'
import { entries } from './memory-entries.ts'
import { graph } from './memory-graph.ts'
import { journal } from './memory-journal.ts'
import { backup } from './memory-backup.ts'
import { learning } from './memory-learning.ts'

/** Words of src/ui/memory. */
export const memory = {
  ...entries,
  ...graph,
  ...journal,
  ...backup,
  ...learning,
  reading: 'Reading…',
  none: 'none',
  panel: {
    region: 'Memory',
    title: 'What GeoForge remembers',
    used: (used: string, quota: string) => `${used} of ${quota} used in this browser.`,
    kept: 'The browser has promised to keep it.',
    mayGo: 'The browser may clear it when space is short: it has not promised to keep it.',
    parts: 'Parts of the memory',
    waiting: 'Imported entries wait for your word; no run is shown them before.',
    undo: 'Undo',
  },
  parts: {
    overview: {
      label: 'Overview',
      about: 'What it learned lately, and what that changed.',
    },
    graph: {
      label: 'Graph',
      about: 'Which tool followed which, over all runs, and whether those runs went well.',
    },
    skills: {
      label: 'Skills',
      about: 'Procedures for a kind of task: given at the start, or learned from runs that passed the gate.',
    },
    workflows: {
      label: 'Workflows',
      about: 'Sequences of tools that answered a question, without repeats.',
    },
    experiences: {
      label: 'Experiences',
      about: 'What went wrong with a tool, and what put it right.',
    },
    tools: {
      label: 'My tools',
      about: 'Steps of a run that you saved under a name, to be run again on other data.',
    },
    journal: {
      label: 'Journal',
      about: 'Every change of the memory, in order, each with the run it came from. A change can be undone.',
    },
    gate: {
      label: 'Gate',
      about:
        'What the gate said of each run. A run that it refused teaches no skill; the reason stands beside each condition.',
    },
    backup: {
      label: 'Backup',
      about: 'The memory as one file: to keep, to take to another machine, or to take in.',
    },
  },
  closed: {
    otherTab: 'Another tab of GeoForge holds the memory: this one can only look.',
    past: 'You look at the memory of the past. Go back to now to change something.',
  },
  mode: {
    legend: 'Memory in this session',
    on: { label: 'On', about: 'Runs recall from the memory and add to it.' },
    'read-only': { label: 'Read only', about: 'Runs recall from the memory and add nothing to it.' },
    off: { label: 'Off', about: 'Runs know only what came with the app, and add nothing.' },
  },
  tools: {
    none: 'None yet. An answered question has a button “Save as tool…”.',
    comes:
      'Its steps are then kept under a name of yours, and “Run” with that name takes them again on the data of that day.',
    cannotRun: 'cannot run',
    steps: (steps: number) => count(steps, 'step', 'steps'),
    saved: (time: string) => `saved ${time}`,
    why: (reason: string) => `It cannot run now: ${reason}.`,
    use: (name: string) => `To use it, ask “Run ${name}”.`,
    remove: 'Remove…',
    removeTool: (name: string) => `Remove ${name}`,
    sure: (name: string) => `Remove the tool ${name}?`,
    removeIt: 'Remove it',
    stays: 'Its results and the runs that used it stay. Tools of yours that use it cannot run without it.',
  },
  gate: {
    refusedOnly: (refused: number, judged: number) =>
      `Only runs that the gate refused (${refused} of ${judged})`,
    noneJudged: 'No run has been judged yet.',
    comes:
      'Each run that ends is held against five conditions before anything is learned from it: tools were used, the answer is valid, not too many calls, not too many repeats, nothing forbidden.',
    noneRefused: 'The gate has refused none.',
    passed: 'passed',
    refused: 'refused',
    unchanged: 'memory unchanged',
    changed: (entriesChanged: number) => count(entriesChanged, 'entry changed', 'entries changed'),
    yes: ': yes',
    no: ': no',
    pages: 'judged runs',
  },
  recalled: {
    nothing: 'Nothing of this kind yet. The plan was searched from what the tools take and give.',
    followed: 'Followed',
    notFollowed: 'Recalled, not followed',
    score: (score: string) => `score ${score}`,
    scoreMeans:
      'How probable it is, by its words, its task and its data, that it is a right one for this question',
  },
}
