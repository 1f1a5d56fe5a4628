/** Words of src/ui/lessons: the frame around what the lessons teach, which is content and stays English. */
export const lessons = {
  view: 'Lessons',
  panel: {
    intro:
      'For a class of 90 minutes each. The scenes are made in this page, so what is true of them is known; no language model is needed.',
    solved: (solved: number, all: number) => `${solved} of ${all} tasks solved`,
    save: 'Save my answers',
    load: 'Load answers…',
    file: 'File with answers',
    noAnswers:
      'This file holds no answers to the lessons, and nothing was changed. Choose one that “Save my answers” wrote.',
    taken: 'The answers of the file are here.',
    replace: {
      title: 'Replace your answers?',
      action: 'Replace them',
      text: 'The answers that are here go, in all lessons. Save them first if you want them back.',
    },
  },
  lesson: {
    all: 'All lessons',
    goals: 'You will',
    data: 'The data',
    loaded: 'It is loaded and lies on the map.',
    make: 'Make the scene and load it',
    others: (count: number) =>
      count === 1
        ? '1 other scene is loaded, and questions may be answered of it.'
        : `${count} other scenes are loaded, and questions may be answered of them.`,
    clear: 'Remove what is not of this lesson…',
    toMap: 'Go to the map',
    memory: 'Your memory',
    journal: 'Open the journal',
    tasks: 'Tasks',
    solved: (solved: number, all: number) => `${solved} of ${all} solved`,
    anew: 'Start this lesson anew…',
    clearing: {
      title: 'Remove what is not of this lesson?',
      action: 'Remove',
      text: (count: number) =>
        `${count === 1 ? '1 layer goes' : `${count} layers go`}: other scenes, and all results. Files of your own stay where they are on your disk; what was learned stays in the memory.`,
    },
    resetting: {
      title: 'Start the lesson anew?',
      action: 'Forget the answers',
      text: 'Your answers to this lesson are forgotten. Those to others stay.',
      learned: 'What was learned stays in the memory; undo its changes in the journal to count anew.',
    },
  },
  task: {
    solved: 'solved',
    ask: 'Ask this',
    saveFile: 'Save the file',
    answer: (unit: string) => (unit === '' ? 'Your answer' : `Your answer, in ${unit}`),
    check: 'Check',
  },
  teacher: {
    title: 'Notes for teachers, with the answers',
    time: 'Time',
    minutes: (minutes: number) => `${minutes} min`,
    beliefs: 'What students take for true',
    belief: (belief: string) => `“${belief}”`,
    answers: 'Answers',
    truth: 'They are calculated from how the scene was made, before noise, and not by GeoForge’s tools.',
    steps:
      'Steps are those that the agent takes without a language model, over a memory that has not seen these questions; a language model may take others.',
  },
}
