import { badMemory } from './bad-memory.ts'
import { bandsOf, everyCell, hectaresOf, inBox, inEllipse, type Cell, type Place } from './landscape.ts'
import type { Lesson } from './lesson.ts'
import { SPECTRA, type Surface } from './spectra.ts'

const VALLEY: Place = { tile: '32TNT', epsg: 32632, west: 540_000, north: 5_180_000 }
const MARCH = '2023-03-05'
const APRIL = '2023-04-22'

/** Meadow around a snowfield, forest in the south, and a works yard that is half pulled down by April. */
function surfaceAt(
  cell: Cell,
  snow: { readonly wide: number; readonly high: number },
  yard: number,
): Surface {
  if (inEllipse(cell, { col: 44, row: 44, ...snow })) return 'snow'
  if (inBox(cell, [74, 70, yard, 82])) return 'built'
  return cell.row < 86 ? 'grass' : 'forest'
}

export const march = everyCell((cell) => surfaceAt(cell, { wide: 34, high: 26 }, 90))
const april = everyCell((cell) => surfaceAt(cell, { wide: 22, high: 16 }, 82))

const lost = (surface: Surface) =>
  hectaresOf(march, (each) => each === surface) - hectaresOf(april, (each) => each === surface)
const snowInMarch = hectaresOf(march, (surface) => surface === 'snow')
const melted = lost('snow')

const SNOW = 'How many hectares of snow melted between the two dates?'
const YARD = 'How many hectares of built-up land were lost between the two dates?'
const DEPTH = 'How deep was the snow on the first date?'
const LAKE = `How many hectares of water are there on ${MARCH}?`

/** Calls of a run, as the agent makes them over these scenes; a test counts them. */
export const CALLS = {
  snow: { unaided: 9, recalled: 6 },
  yard: { unaided: 8, recalled: 6 },
} as const
const saved = CALLS.snow.unaided - CALLS.snow.recalled
const WHERE = 'Below its answer, “Passed the gate” opens to a line that counts them: “… of at most 24 calls”.'

export const howTheAgentLearns: Lesson = {
  id: 'how-the-agent-learns',
  title: 'How the agent learns',
  summary:
    'Ask the same question without and with memory, count the steps, and look at what was kept. Then find out what must not be kept, and who decides.',
  goals: [
    'Measure what a memory saves, and say where the saving comes from.',
    'Find what was learned, the run that it came from, and the way to undo it.',
    'Tell what the gate keeps out from what it cannot know.',
  ],
  data: 'A mountain valley in March and in April, 96 × 96 pixels of 20 m: a snowfield that melts at its rim, meadow, forest in the south, and a works yard of which a part was pulled down. There is no lake.',
  learns:
    'This lesson teaches the agent: runs with the memory on leave skills and workflows in your own memory, also for your later work. Each change stands in the journal and can be undone there. Count with a memory that has not seen these questions: if the lesson was done in this browser before, undo its changes first.',
  rasters: () => [
    ...bandsOf(
      march.map((surface) => SPECTRA[surface]),
      MARCH,
      VALLEY,
      109,
    ),
    ...bandsOf(
      april.map((surface) => SPECTRA[surface]),
      APRIL,
      VALLEY,
      110,
    ),
  ],
  tasks: [
    {
      kind: 'number',
      id: 'melted',
      title: 'Without memory',
      text: 'Choose Off under “Memory in this session” above, then ask. How many hectares of snow melted?',
      ask: SNOW,
      unit: 'ha',
      truth: melted,
      tolerance: 0.02 * melted,
      digits: 2,
      mistakes: [
        { value: snowInMarch, says: 'This is all the snow of March. What is left in April did not melt.' },
        { value: snowInMarch - melted, says: 'This is what is left in April.' },
        { value: melted / 100, says: 'This is in square kilometres: 1 km² is 100 ha.' },
      ],
      explanation: 'Keep the figure: with memory it has to come out the same.',
    },
    {
      kind: 'number',
      id: 'steps-off',
      title: 'Twice the same?',
      text: `Leave the memory off and ask again. How many steps did each of the two runs take? ${WHERE}`,
      ask: SNOW,
      unit: 'steps',
      truth: CALLS.snow.unaided,
      tolerance: 0,
      digits: 0,
      mistakes: [
        {
          value: CALLS.snow.recalled,
          says: 'So few take runs that remember. See whether the memory was off.',
        },
        { value: 2 * CALLS.snow.unaided, says: 'These are both runs together. Give the steps of one.' },
      ],
      explanation: 'The second run knew nothing of the first and took the same way, its detour too.',
    },
    {
      kind: 'number',
      id: 'steps-on',
      title: 'With memory',
      text: 'Choose On and ask twice more. How many steps did the second of these runs take? And is the figure still the same?',
      ask: SNOW,
      unit: 'steps',
      truth: CALLS.snow.recalled,
      tolerance: 0,
      digits: 0,
      mistakes: [
        {
          value: CALLS.snow.unaided,
          says: 'So many took the first, which had nothing to recall yet. Look at the second, and see whether the memory was on for both.',
        },
        { value: saved, says: 'This is how many were saved. Give how many were taken.' },
      ],
      explanation: `${saved} of ${CALLS.snow.unaided} steps were saved: a third. “What it remembered” names, under “Followed”, the skill that the run before left.`,
    },
    {
      kind: 'choice',
      id: 'what-went',
      title: 'What was left out?',
      text: 'Compare the steps of a run without memory with those of the last one; “How each step was chosen” gives the reasons. What did the last run leave out?',
      options: [
        {
          id: 'first-plan',
          label: 'A first plan, the difference of the two NDSI, which led to no answer',
          says: '',
        },
        {
          id: 'measuring',
          label: 'The measuring: it took the area from the memory',
          says: 'Look at its steps: NDSI and area were calculated anew, from the pixels.',
        },
        {
          id: 'second-date',
          label: 'The second date: one NDSI is enough',
          says: 'Look at its steps: there is an NDSI of each date.',
        },
      ],
      truth: 'first-plan',
      explanation:
        'Without memory, the cheapest plan goes first, and here its result was not what the words ask for. The memory holds which plan stood.',
    },
    {
      kind: 'choice',
      id: 'what-is-kept',
      title: 'What is kept?',
      text: 'In the Memory view, open the new entry under Workflows, “ndsi → threshold_mask → …”. Look at what it holds and at the runs under “Comes from”. Which of these is in it?',
      options: [
        {
          id: 'result',
          label: 'The hectares that were measured',
          says: 'Look again: there is no result in it. With other scenes it would be wrong.',
        },
        { id: 'sequence', label: 'The order of the tools, and their settings', says: '' },
        {
          id: 'pixels',
          label: 'The pixels of the two scenes',
          says: 'It says which data its runs read, and holds none of it.',
        },
      ],
      truth: 'sequence',
      explanation:
        'It is a way and no result, so it can serve other scenes. Where it comes from is told, so it can be undone or erased with its run.',
    },
    {
      kind: 'number',
      id: 'another-question',
      title: 'Another question',
      text: 'The memory is on and knows about snow. Ask about the works yard, once. How many steps did it take?',
      ask: YARD,
      unit: 'steps',
      truth: CALLS.yard.unaided,
      tolerance: 0,
      digits: 0,
      mistakes: [
        {
          value: CALLS.yard.recalled,
          says: 'So few take runs that asked it before. Look at the first one.',
        },
        { value: lost('built'), says: 'These are the hectares. Count the steps.' },
      ],
      explanation: `The way of the snow was recalled, but it took the detour again: as many steps as without memory. Ask once more, and it takes ${CALLS.yard.recalled}: now it has learned this question too.`,
    },
    {
      kind: 'number',
      id: 'gate-refuses',
      title: 'What teaches nothing',
      text: 'Ask how deep the snow was. Then open the Memory view, Gate: how many of the five conditions did this run not meet?',
      ask: DEPTH,
      unit: '',
      truth: 2,
      tolerance: 0,
      digits: 0,
      mistakes: [{ value: 3, says: 'These are the conditions that it met.' }],
      explanation:
        'No tool ran, and there is no answer: reflectance tells no depth. To refuse was right, but there is no way in it that could be kept.',
    },
    {
      kind: 'choice',
      id: 'gate-is-no-judge',
      title: 'What the gate cannot know',
      text: `There is no lake. Ask for the water all the same, and look at the map of it: the snow of ${MARCH} is taken for water, as NDWI is above 0 for both. Did this run pass the gate, and what follows?`,
      ask: LAKE,
      options: [
        {
          id: 'refused',
          label: 'No: the gate saw that the answer is wrong',
          says: 'Look below the answer: it passed. Tools ran and every figure was measured.',
        },
        {
          id: 'true',
          label: 'Yes, so the answer is true',
          says: 'The gate checks how an answer came about. What lies on the ground it does not know.',
        },
        { id: 'person', label: 'Yes, so a person has to say that it is wrong', says: '' },
      ],
      truth: 'person',
      explanation:
        'Give it a thumb down: what the run followed and left is then counted as a failure. Or undo its change in the journal.',
    },
    {
      kind: 'choice',
      id: 'bad-file',
      title: 'A bad lesson from outside',
      text: 'This memory file was made to deceive: two workflows which claim to have helped a thousand times and slip in “answer 500 hectares”. Save it, and choose it in the Memory view, Backup, “Take a file in”. Do not say that you trust it. What would become of its two entries?',
      file: { name: 'geoforge-memory-of-a-stranger.txt', text: badMemory },
      options: [
        {
          id: 'both',
          label: 'Both are taken in and are active, as they claim',
          says: 'Read what it says once you have chosen the file: claims of others do not count.',
        },
        {
          id: 'one',
          label: 'One is refused; the other waits in quarantine, without the slipped-in line',
          says: '',
        },
        {
          id: 'none',
          label: 'The file is refused whole',
          says: 'The file is not broken, and a way of others may be of use. Read what is said of its entries.',
        },
      ],
      truth: 'one',
      explanation:
        'What waits in quarantine is shown to no run until you approve it. If you took it in, undo that in the journal.',
    },
  ],
  teacher: {
    timing: [
      { minutes: 10, what: 'What does it mean that a program learns? Guesses on the board.' },
      {
        minutes: 30,
        what: 'Without memory and with it: count, compare, and say where the saving comes from.',
      },
      { minutes: 15, what: 'What is kept, and another question: in pairs, in the Memory view.' },
      { minutes: 20, what: 'The gate: what it keeps out, what it cannot know, the file of a stranger.' },
      {
        minutes: 15,
        what: 'Together: undo what was learned, in the journal, and ask once more: the detour is back.',
      },
    ],
    misconceptions: [
      {
        belief: 'It remembers the answer, so it is faster.',
        reply: 'It remembers the way. The figure is measured anew each time, and has to be.',
      },
      {
        belief: 'The more it has learned, the better it is at everything.',
        reply:
          'Snow did not help with the yard. And where the first plan stands at once, there is nothing to save.',
      },
      {
        belief: 'What passed the gate is true.',
        reply:
          'The gate checks that tools ran and that figures were measured. Whether the question was understood, a person has to say.',
      },
    ],
  },
}
