/** Words of src/ui/parts. */
export const parts = {
  cancel: 'Cancel',
  close: 'Close',
  closeNotice: 'Close this notice',
  opening: 'Opening…',
  notFetched:
    'This part of GeoForge could not be fetched. Reload the page where it can be reached; what is stored is safe.',
  noValue: 'no value',
  fault: (detail: string) =>
    `GeoForge met a fault it did not expect (${detail}). Reload the page; what was stored is kept.`,
  pages: {
    of: (what: string) => `Pages of ${what}`,
    before: 'Page before',
    next: 'Next page',
    range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  },
  theme: {
    system: 'Colours follow the system',
    light: 'Light colours',
    dark: 'Dark colours',
    change: (now: string) => `${now}. Change`,
  },
  recipe: {
    steps: 'Steps',
    stepsOf: 'Steps of the tool',
    inputs: 'What it is given each time',
    inputsOf: 'Inputs of the tool',
    nothing: 'nothing',
    list: (of: string) => `list of layers, each: ${of}`,
    sceneWith: (bands: string) => `scene with ${bands}`,
    scene: 'scene',
    layer: (kind: string) => `${kind} layer`,
    layerOf: (kind: string, meaning: string) => `${kind} layer of ${meaning}`,
    or: ' or ',
  },
}
