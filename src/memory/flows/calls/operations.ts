interface Operation {
  readonly name: string
  /** In a question and its choices, in lower case. */
  readonly asked: RegExp
  /** In the name of a tool, in lower case with a blank for each '_'. */
  readonly called: RegExp
}

const OPERATIONS: readonly Operation[] = [
  operation('maximum', /\bmax|highest|peak|hottest|warmest|largest|greatest|most\b/, /\bmax/),
  operation('minimum', /\bminim|lowest|coldest|coolest|smallest|least\b/, /\bmin\b/),
  operation('mean', /\bmean\b|averag/, /\bmean\b|average/),
  operation('median', /median/, /median/),
  operation('spread', /standard deviation|\bstd\b/, /\bstd\b/),
  operation('sum', /\btotal\b|\bsum\b|cumulative|accumulated/, /\bsum\b/),
  operation('percentile', /percentile|quantile/, /percentile/),
  operation('kurtosis', /kurto|platyk|leptok/, /kurtosis/),
  operation('skewness', /skew|symmetr/, /skewness/),
  operation('relative-spread', /coefficient of variation|\bcv\b/, /coefficient of variation/),
  operation('celsius', /°c|celsius/, /to celsius/),
  operation('direction', /direction|\beast|\bwest/, /direction/),
  operation('spike', /spike|sudden|abrupt/, /spikes/),
  operation('trend', /\btrend|slope/, /trend|slope|kendall/),
  operation('line', /linear/, /linear/),
  operation('significance', /mann|kendall/, /kendall/),
  operation('median-slope', /\bsen(?:'|’)?s\b|theil/, /\bsens\b/),
  operation('change-point', /change.?point|breakpoint|structural|turning/, /change points/),
  operation('periodicity', /seasonality|periodic|cyclic|autocorrel/, /seasonality|autocorrelation/),
  operation('decomposition', /\bstl\b|decompos/, /stl/),
  operation(
    'relative-change',
    /percentage (?:change|increase|decrease)|percent(?:age)? of change|(?:loss|gain) event|growth rate|relative change/,
    /percentage change/,
  ),
  operation('share', /proportion|percent|share|fraction/, /ratio|percentage/),
  operation('count', /how many|number of|\bcount/, /count/),
  operation('dates', /days|nights|dates|times|months|images|years/, /images|mean threshold/),
  operation('difference', /differen|compare|change in|gap/, /difference|subtract/),
  operation('hotspot', /hot ?spot/, /hotspot/),
  operation('cloud', /cloud/, /cloud/),
  operation('map', /\bmap|visuali/, /\bmap\b|colormap/),
  operation('fire', /\bfire/, /fire/),
  operation('prone', /prone/, /prone/),
  operation('area', /km2|km²|square|hectare/, /calculate area/),
  operation(
    'condition',
    /where the|areas where|within those|in areas|with ndvi|combined/,
    /by condition|by ndvi|threshold value mean|multi band|satisfying|intersection/,
  ),
  operation('greenness', /ndvi/, /by ndvi/),
  operation(
    'multiple',
    /times the (?:\w+ )?(?:mean|average)|of the (?:overall |monthly |annual )?(?:mean|average)|multipl|1\d\d%/,
    /multiplier/,
  ),
  operation('quotient', /ratio of|\/ε|divid|per /, /division/),
  operation(
    'two-conditions',
    /both|simultaneous|combined with|and emissivity|intersect|overlap/,
    /multi band|satisfying|intersection/,
  ),
  operation('increase', /significant\w* increas/, /increase/),
  operation('loss', /loss/, /loss/),
]

/** How much of the choices is read: the first say what kind of answer is wanted. */
const CHOICE_CHARACTERS = 400

/** Operations that a question, or one of its choices, asks for. */
export function askedOperations(question: string, choices: readonly string[]): ReadonlySet<string> {
  const text = `${question} ${choices.join(' ').slice(0, CHOICE_CHARACTERS)}`.toLowerCase()
  return new Set(OPERATIONS.filter(({ asked }) => asked.test(text)).map(({ name }) => name))
}

/** Operations that a tool is named after. */
export function namedOperations(tool: string): ReadonlySet<string> {
  const text = tool.replaceAll('_', ' ').toLowerCase()
  return new Set(OPERATIONS.filter(({ called }) => called.test(text)).map(({ name }) => name))
}

function operation(name: string, asked: RegExp, called: RegExp): Operation {
  return { name, asked, called }
}
