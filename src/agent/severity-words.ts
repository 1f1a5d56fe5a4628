/** Ends of the classes of dNBR of Key and Benson (doi:10.2737/RMRS-GTR-164) that have two. */
const CLASSES: Readonly<Record<string, string>> = {
  '0.1 0.27': 'low',
  '0.27 0.44': 'moderate-low',
  '0.44 0.66': 'moderate-high',
}

const RANGE =
  /\bdNBR(?: (?:values?|being|is|lies|lying|range|in the range))* ?(?:of |from |between |in |within |:)?(?:the range )?(?:of |from )?(0?\.\d+) ?(?:(?:up )?to|through|until|and|–|-) ?(0?\.\d+)(?![\d.])/gi

/** 'dNBR between 0.27 and 0.44' by the name of the class that has these ends; other ranges stay. */
export const plainSeverity = (text: string): string =>
  /\bsever|\bclass/i.test(text)
    ? text
    : text.replace(RANGE, (words, low: string, high: string) => {
        const name = CLASSES[`${Number(low)} ${Number(high)}`]
        return name === undefined ? words : `the ${name} burn severity class`
      })
