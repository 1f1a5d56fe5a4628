import { count } from '../count.ts'

/** Words of the overview: what was learned lately, and what it changed. */
export const learning = {
  overview: {
    lately: 'Learned lately',
    nothingYet:
      'Nothing has been learned yet. Ask a question of your data: a run that passes the gate leaves its workflow here, a thumb up or a second success makes it active, and later questions of its kind follow it.',
    all: 'All changes',
    counts: 'In numbers',
    learned: (entries: number) => `${count(entries, 'entry', 'entries')} learned here`,
    given: (skills: number) => `${count(skills, 'skill', 'skills')} came with the app`,
    active: (entries: number) => `${entries} active`,
    candidate: (entries: number) => count(entries, 'candidate', 'candidates'),
    quarantined: (entries: number) => `${entries} in quarantine`,
    runs: (runs: number) => count(runs, 'question asked', 'questions asked'),
    followed: (runs: number) => `${runs} of them followed a memory`,
  },
  curve: {
    title: 'Steps to an answer, run by run',
    about:
      'For each kind of task, how many tools its runs called until they ended. A filled dot is a run that followed something learned here; an empty one had nothing learned to follow, or did not follow it.',
    none: 'Two runs of one kind of task make a curve. Ask a question of a kind that was asked before, on the same data or on other data, and it begins here.',
    kind: 'Kind of task',
    runs: (task: string, runs: number) => `${task} (${count(runs, 'run', 'runs')})`,
    caption: (task: string) => `${task}: tools called, by run`,
    x: 'Run',
    y: 'Tools called',
    followed: 'followed what was learned',
    without: 'without it',
    described: (task: string, points: string) => `${task}, tools called in each run: ${points}`,
    point: (run: number, steps: number, followed: boolean) =>
      `run ${run} ${steps}${followed ? ', followed' : ''}`,
    compared: (withIt: string, withRuns: number, without: string, withoutRuns: number) =>
      `Runs that followed what was learned called ${withIt} tools on average (${count(withRuns, 'run', 'runs')}), the others ${without} (${count(withoutRuns, 'run', 'runs')}).`,
    oneSided: (followed: number, all: number) =>
      `${followed} of ${count(all, 'run', 'runs')} followed what was learned: there is nothing to compare them with.`,
    few: 'So few runs show what happened, not what is usual.',
    unlike:
      'They answered the questions that you asked, on the data that you had: unlike questions take unlike numbers of tools.',
    asTable: 'The runs as a table',
    table: (task: string) => `Runs of ${task}, the oldest first`,
    question: 'Question',
    outcome: 'Outcome',
    wrong: 'Went wrong',
    seconds: 'Seconds',
    yes: 'yes',
    no: 'no',
  },
}
