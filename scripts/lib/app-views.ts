import type { Page } from 'playwright-core'
import { ask, loadSample, mapIsDrawn, runOf } from './app-actions.ts'

export const QUESTION = 'How many hectares burned between the first and the last date?'

/** A screen of the app as a person meets it. */
export interface AppView {
  readonly name: string
  /** What is seen there, in one line. */
  readonly about: string
  /** Its heading in the docs; one without is not shown there. */
  readonly title?: string
  /** How else it is shown there. */
  readonly also?: readonly ('dark' | 'phone')[]
  /** Goes there from wherever the page is. */
  readonly open: (page: Page) => Promise<void>
  /** Brings what matters into sight again, after the window took another size. */
  readonly again?: (page: Page) => Promise<void>
}

/** A view that follows a dialog's has to be reached from behind it. */
async function closeDialog(page: Page): Promise<void> {
  if ((await page.getByRole('dialog').count()) === 0) return
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** A dialog of what can be done with the run that answered. */
const runDialog = (
  name: string,
  button: string,
  dialog: string,
  rest: Pick<AppView, 'about' | 'title'>,
): AppView => ({
  name,
  ...rest,
  open: async (page) => {
    await closeDialog(page)
    await runOf(page, QUESTION).last().getByRole('button', { name: button }).click()
    await page.getByRole('dialog', { name: dialog }).waitFor()
    await page.waitForTimeout(500)
  },
})

/** A tool of the map, open beside what the answer left there. */
const mapTool = (
  name: string,
  button: string,
  rest: Pick<AppView, 'about' | 'title'>,
  then?: (page: Page) => Promise<void>,
): AppView => ({
  name,
  ...rest,
  open: async (page) => {
    await goTo(page, '#analyse', 'Analyse')
    const map = page.getByRole('region', { name: 'Map', exact: true })
    await map.getByRole('button', { name: button }).click()
    await map.getByRole('button', { name: 'Close' }).waitFor()
    await then?.(page)
    await page.waitForTimeout(500)
  },
})

/** Goes to a view by its address, as a link does, and waits for what it shows. */
async function goTo(page: Page, hash: string, shown: string): Promise<void> {
  await closeDialog(page)
  await page.evaluate((wanted) => (location.hash = wanted), hash)
  await page.getByRole('heading', { name: shown }).first().waitFor({ timeout: 60_000 })
}

/** Opens whatever can be opened there: a fold may hold folds that are made only then. */
async function unfold(page: Page, within: string): Promise<void> {
  for (let depth = 0; depth < 4; depth++) {
    const opened = await page.locator(`${within} details:not([open])`).evaluateAll((folds) => {
      for (const fold of folds) (fold as HTMLDetailsElement).open = true
      return folds.length
    })
    if (opened === 0) return
    await page.waitForTimeout(300)
  }
}

const memoryPart = (
  name: string,
  part: string,
  rest: Pick<AppView, 'about' | 'title' | 'also'>,
  shown?: (page: Page) => Promise<void>,
): AppView => ({
  name: `memory-${name}`,
  ...rest,
  open: async (page) => {
    await goTo(page, '#memory', 'What GeoForge remembers')
    await page
      .getByRole('navigation', { name: 'Parts of the memory' })
      .getByRole('button', { name: part })
      .click()
    await page.waitForTimeout(300)
    await shown?.(page)
  },
})

const openEntry = async (page: Page): Promise<void> => {
  const entry = page.getByRole('region', { name: 'Memory' }).locator('li details').first()
  await entry.locator('summary').first().click()
  await entry.getByRole('group', { name: /^Change / }).waitFor()
}

/** The answer in sight: on a phone in the tab of the conversation. */
async function toAnswer(page: Page): Promise<void> {
  const tab = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Conversation' })
  if (await tab.isVisible()) await tab.click()
  await runOf(page, QUESTION).last().getByRole('region', { name: 'Answer' }).scrollIntoViewIfNeeded()
}

/**
 * Each screen of the app, to be opened in this order from an empty profile: the later ones show what the earlier ones did.
 */
export const VIEWS: readonly AppView[] = [
  {
    name: 'start',
    title: 'Start',
    also: ['phone'],
    about: 'What a newcomer sees: what it is, what this machine can do, three ways to begin',
    open: (page) => goTo(page, '#start', 'Ask satellite images'),
  },
  {
    name: 'empty',
    about: 'Before anything is loaded',
    open: (page) => goTo(page, '#analyse', 'Analyse'),
  },
  {
    name: 'sample',
    title: 'Data and map',
    about: 'The sample: its scenes, its layers and the map',
    open: async (page) => {
      await loadSample(page)
      await goTo(page, '#analyse', 'Analyse')
      await mapIsDrawn(page)
    },
  },
  {
    name: 'answer',
    title: 'A question answered',
    also: ['dark', 'phone'],
    about: 'A question answered, with the steps that it took',
    open: async (page) => {
      await ask(page, 'Which burned area, in hectares, lies between the first and the last date?')
      const run = await ask(page, QUESTION)
      await run.getByRole('button', { name: 'Right', exact: true }).click()
      await toAnswer(page)
    },
    again: toAnswer,
  },
  {
    name: 'tool-saved',
    about: 'The steps of a run, saved under a name',
    open: async (page) => {
      const run = runOf(page, QUESTION).last()
      await run.getByRole('button', { name: 'Save as tool…' }).click()
      await page.getByRole('textbox', { name: 'Name, to ask for it by' }).fill('burned_check')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await run.getByText('Saved: ask “Run burned_check” to use it.').waitFor()
    },
  },
  {
    name: 'answer-open',
    about: 'The same run with all that it tells of itself',
    open: (page) => unfold(page, 'article'),
  },
  runDialog('replay', 'Replay…', 'The run, event by event', {
    title: 'A run replayed',
    about: 'What happened, moment by moment',
  }),
  runDialog('compare-runs', 'Compare…', 'Two runs side by side', {
    title: 'Two runs compared',
    about: 'Figures with their differences, and steps side by side',
  }),
  runDialog('export', 'Export…', 'Export as a report', { about: 'A run as a file to keep or pass on' }),
  mapTool('map-compare', 'Compare two layers', {
    title: 'Two dates on the map',
    about: 'Two layers by a line that is moved, side by side, or one after the other',
  }),
  mapTool('map-areas', 'Areas of interest', {
    about: 'Areas that questions can be asked about',
  }),
  mapTool('map-picture', 'Save the map as a picture', { about: 'The map as a picture with its legend' }),
  {
    name: 'colours',
    title: 'How a scene is drawn',
    about: 'Bands, presets and stretch of a scene',
    open: async (page) => {
      await goTo(page, '#analyse', 'Analyse')
      await page.getByRole('button', { name: 'Close' }).click()
      await page
        .getByRole('button', { name: /^Colours of / })
        .first()
        .click()
      await page.getByRole('region', { name: /^Colours of / }).waitFor()
      await page.waitForTimeout(800)
    },
  },
  memoryPart('overview', 'Overview', {
    about: 'What was learned lately, and whether it shortens the way to an answer',
    title: 'Memory: overview',
    also: ['phone'],
  }),
  memoryPart('graph', 'Graph', {
    about: 'Which tool followed which, and how well that went',
    title: 'Memory: graph',
    also: ['dark'],
  }),
  memoryPart('skills', 'Skills', { about: 'Procedures, given and learned' }, openEntry),
  memoryPart(
    'workflows',
    'Workflows',
    { about: 'What answered a question, with where it comes from', title: 'Memory: a workflow' },
    openEntry,
  ),
  memoryPart('experiences', 'Experiences', { about: 'What went wrong, and what put it right' }),
  memoryPart(
    'tools',
    'My tools',
    { about: 'Steps of a run, saved under a name', title: 'Memory: tools of one’s own' },
    (page) => unfold(page, '.tools'),
  ),
  memoryPart('journal', 'Journal', {
    about: 'Every change of the memory, each of which can be undone',
    title: 'Memory: journal',
  }),
  memoryPart('gate', 'Gate', {
    about: 'What each run was measured by before it could teach',
    title: 'Memory: gate',
  }),
  memoryPart('backup', 'Backup', {
    about: 'The memory as a file, written and taken in',
    title: 'Memory: backup',
  }),
  {
    name: 'models',
    title: 'Models',
    about: 'Language models: none is needed',
    open: (page) => goTo(page, '#models', 'Models'),
  },
  {
    name: 'lessons',
    title: 'Lessons',
    about: 'Lessons for a class',
    open: (page) => goTo(page, '#lessons', 'Lessons'),
  },
  {
    name: 'lesson',
    title: 'A lesson',
    about: 'A lesson: its scene, its tasks and their checks',
    open: (page) => goTo(page, '#lessons/burn-severity', 'Burn severity'),
  },
  {
    name: 'lesson-teacher',
    about: 'The same lesson with the notes for its teacher',
    open: async (page) => {
      await goTo(page, '#lessons/burn-severity', 'Burn severity')
      await unfold(page, '.lessons')
    },
  },
  {
    name: 'settings',
    title: 'Settings',
    about: 'Language, colours, units, storage, shortcuts, and a reset after a backup',
    open: (page) => goTo(page, '#settings', 'Settings'),
  },
  {
    name: 'privacy',
    title: 'Privacy',
    about: 'What the page has requested, and how to check it',
    open: (page) => goTo(page, '#privacy', 'Privacy'),
  },
]
