import { count } from '../count.ts'

/** Words of the overview: what was learned lately, and what it changed. */
export const learning = {
  overview: {
    lately: 'Learned lately',
    nothing: 'Nothing has been learned yet.',
    nothingYet:
      'Ask a question of your data: a run that passes the gate leaves its workflow here, a thumb up or a second success makes it active, and later questions of its kind follow it.',
    all: 'All changes',
    counts: 'In numbers',
    learned: (skills: number, workflows: number, experiences: number) =>
      `${count(skills, 'skill', 'skills')}, ${count(workflows, 'workflow', 'workflows')} and ${count(experiences, 'experience', 'experiences')} learned here`,
    given: (skills: number) => `${count(skills, 'skill', 'skills')} came with the app`,
    lives: (active: number, candidate: number, quarantined: number) =>
      `${active} active, ${count(candidate, 'candidate', 'candidates')}, ${quarantined} in quarantine`,
    livesMean:
      'What is active is followed first; a candidate has to prove itself; what is in quarantine waits for your word.',
    runs: (runs: number) => count(runs, 'question asked', 'questions asked'),
    followed: (runs: number) => `${runs} of them followed what was learned here`,
  },
  curve: {
    title: 'Steps to an answer, run by run',
    about:
      'For a kind of task, how many tools its answered runs called. A filled dot is a run that followed something learned here; an empty one had nothing learned to follow, or did not follow it.',
    nothing: 'No curve yet.',
    none: 'Two answered runs of one kind of task make one. Ask a question of a kind that was asked before, on the same data or on other data, and it begins here.',
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
    unanswered: (runs: number) =>
      `${count(runs, 'run', 'runs')} of this kind ended without an answer and ${runs === 1 ? 'is' : 'are'} not drawn.`,
    question: 'Question',
    calls: 'Tools called',
    wrong: 'Of them failed',
    seconds: 'Seconds in tools',
    yes: 'yes',
    no: 'no',
  },
}
