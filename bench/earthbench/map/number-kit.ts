import { AppError } from '../../../src/lib/errors.ts'
import { figure, gives, mapping, numbers, numeric, step, text } from '../adapters.ts'
import type { Arguments, Mapping, Plan, Value } from '../mapping.ts'

const calculate = (
  theirs: string,
  { operation, swapped = false, differs }: { operation: string; swapped?: boolean; differs?: string },
): Mapping =>
  mapping({
    theirs,
    ours: ['calculate'],
    inputs: ['a', 'b'],
    adapt: (args) =>
      gives(
        step('calculate', {
          operation,
          a: numeric(args, swapped ? 'b' : 'a'),
          b: numeric(args, swapped ? 'a' : 'b'),
        }),
        'result',
      ),
    ...(differs === undefined ? {} : { differs }),
  })

const convert = (theirs: string, input: string, from: string, to: string): Mapping =>
  mapping({
    theirs,
    ours: ['convert_units'],
    inputs: [input],
    adapt: (args) => gives(step('convert_units', { value: numeric(args, input), from, to }), 'converted'),
  })

const extreme = (theirs: string, name: 'max' | 'min'): Mapping =>
  mapping({
    theirs,
    ours: ['extreme_of_values'],
    inputs: ['x'],
    adapt: (args) => ({
      steps: [step('extreme_of_values', { values: numbers(args, 'x') })],
      value: (done) => [figure(done, 0, name), figure(done, 0, `${name}_position`) - 1],
    }),
  })

/** Moments of a list; `bias: false` asks for the estimate of a sample. */
const shape = (args: Arguments, name: 'skewness' | 'kurtosis', change: (value: number) => number): Plan =>
  gives(
    step('describe_values', {
      values: numbers(args, 'x'),
      estimate: args['bias'] === false ? 'unbiased' : 'biased',
    }),
    name,
    change,
  )

/** Words are picked without a tool: which layers a call takes is for the planner to say. */
function picked(args: Arguments): Plan {
  const [list, indexes] = [args['input_list'], args['indexes']] as readonly (readonly unknown[])[]
  if (!list || !indexes) throw new AppError('invalid_input', 'input_list and indexes are needed')
  const places = (indexes as readonly number[]).map((each) => (each < 0 ? list.length + each : each))
  if (!list.every((each) => typeof each === 'number')) {
    return { steps: [], value: () => places.map((place) => list[place] as Value) }
  }
  return {
    steps: [step('pick_values', { values: list, positions: places.map((place) => place + 1) })],
    value: (done) => places.map((place) => figure(done, 0, 'value', String(place + 1))),
  }
}

export const NUMBER_KIT: readonly Mapping[] = [
  mapping({
    theirs: 'coefficient_of_variation',
    ours: ['describe_values'],
    inputs: ['x'],
    settings: ['ddof'],
    adapt: (args) =>
      gives(
        step('describe_values', { values: numbers(args, 'x'), ddof: numeric(args, 'ddof', 1) }),
        'coefficient_of_variation',
      ),
  }),
  mapping({
    theirs: 'skewness',
    ours: ['describe_values'],
    inputs: ['x'],
    settings: ['bias'],
    adapt: (args) => shape(args, 'skewness', (value) => value),
    differs:
      'with bias=False corrects twice, by the deviation of a sample and by the factor for that of all values; ours corrects once, as scipy does',
  }),
  mapping({
    theirs: 'kurtosis',
    ours: ['describe_values'],
    inputs: ['x'],
    settings: ['bias', 'fisher'],
    adapt: (args) => shape(args, 'kurtosis', (value) => (args['fisher'] === false ? value + 3 : value)),
    differs: 'with bias=False takes 3 off twice; ours takes it off once, as scipy does',
  }),
  calculate('difference', { operation: 'absolute_difference' }),
  calculate('division', {
    operation: 'divide',
    swapped: true,
    differs: 'gives infinity where it divides by 0; ours refuses. Its first argument is the divisor',
  }),
  calculate('percentage_change', {
    operation: 'percent_change',
    differs:
      'turns the sign over where the start is below 0; ours goes by its size, so that a rise is above 0',
  }),
  calculate('multiply', { operation: 'multiply' }),
  convert('kelvin_to_celsius', 'kelvin', 'K', 'degC'),
  convert('celsius_to_kelvin', 'celsius', 'degC', 'K'),
  extreme('max_value_and_index', 'max'),
  extreme('min_value_and_index', 'min'),
  mapping({
    theirs: 'ceil_number',
    ours: ['calculate'],
    inputs: ['n'],
    adapt: (args) => gives(step('calculate', { operation: 'ceil', a: numeric(args, 'n') }), 'result'),
  }),
  mapping({
    theirs: 'get_list_object_via_indexes',
    ours: ['pick_values'],
    inputs: ['input_list'],
    settings: ['indexes'],
    adapt: picked,
  }),
  mapping({
    theirs: 'mean',
    ours: ['describe_values'],
    inputs: ['x'],
    adapt: (args) => gives(step('describe_values', { values: numbers(args, 'x') }), 'mean'),
    differs: 'has no mean where one value is missing; ours leaves it out and says so',
  }),
  mapping({
    theirs: 'get_filelist',
    ours: ['list_data'],
    inputs: ['dir_path'],
    adapt: (args) => {
      text(args, 'dir_path')
      return gives(step('list_data', {}), 'layer_count')
    },
    differs:
      'lists the names of all files, whatever they are; ours lists what was read, by id with sensor, date and bands, never by a name that a stranger wrote',
  }),
]
