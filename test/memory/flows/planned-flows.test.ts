import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/lib/random.ts'
import { editDistance, type EditCosts } from '../../../src/memory/flows/edit-distance.ts'
import { FlowPlanner } from '../../../src/memory/flows/flow-planner.ts'
import { improveFlow } from '../../../src/memory/flows/improve-flow.ts'
import { inverse, KernelRidge } from '../../../src/memory/flows/kernel-ridge.ts'
import { fitLogistic } from '../../../src/memory/flows/logistic.ts'
import { PresenceModel } from '../../../src/memory/flows/presence.ts'
import { QuestionKernel } from '../../../src/memory/flows/question-kernel.ts'
import { usualOrder } from '../../../src/memory/flows/usual-order.ts'
import { readText } from '../../../src/retrieval/tool-index.ts'

/** Any change of one tool costs 1: the distance of Levenshtein. */
const unit = (size: number): EditCosts => ({
  single: new Float64Array(size).fill(1),
  swap: Array.from({ length: size }, (_, row) => Float64Array.from({ length: size }, (_, column) => (row === column ? 0 : 1))),
}) // prettier-ignore

describe('editDistance', () => {
  it('equals that of Levenshtein where each change costs 1', () => {
    // kitten, sitting: k → s, e → i, g put in.
    const numbers = (word: string) => Array.from(word, (letter) => letter.charCodeAt(0) - 97)
    expect(editDistance(numbers('kitten'), numbers('sitting'), unit(26))).toBe(3)
    expect(editDistance([], [1, 2], unit(3))).toBe(2)
  })

  it('takes the cheaper of a swap and of leaving out and putting in', () => {
    const swap = [Float64Array.of(0, 5), Float64Array.of(5, 0)]
    // Out at 1 and in at 2 for 3 instead of 5.
    expect(editDistance([0], [1], { single: [1, 2], swap })).toBe(3)
  })

  it('is a distance: symmetric, 0 for the same, no shorter by a detour', () => {
    const random = seededRandom(3)
    const flow = () => Array.from({ length: Math.floor(random() * 6) }, () => Math.floor(random() * 4))
    for (let round = 0; round < 200; round++) {
      const [a, b, c] = [flow(), flow(), flow()]
      expect(editDistance(a, b, unit(4))).toBe(editDistance(b, a, unit(4)))
      expect(editDistance(a, a, unit(4))).toBe(0)
      expect(editDistance(a, c, unit(4))).toBeLessThanOrEqual(
        editDistance(a, b, unit(4)) + editDistance(b, c, unit(4)),
      )
    }
  })
})

describe('inverse', () => {
  it('times the matrix is the unit matrix', () => {
    const matrix = [Float64Array.of(4, 2, 1), Float64Array.of(2, 5, 3), Float64Array.of(1, 3, 6)]
    const found = inverse(matrix)
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const sum = [0, 1, 2].reduce((total, k) => total + matrix[i]![k]! * found[k]![j]!, 0)
        expect(sum).toBeCloseTo(i === j ? 1 : 0, 12)
      }
    }
  })

  it('refuses a matrix that is not positive definite', () => {
    expect(() => inverse([Float64Array.of(1, 2), Float64Array.of(2, 1)])).toThrow(RangeError)
  })
})

describe('KernelRidge', () => {
  const points = [0, 1, 2, 5]
  const targets = [1, 2, 4, 3].map((value) => Float64Array.of(value))
  const kernel = (among: readonly number[]) => among.map((x) => Float64Array.from(among, (y) => x * y))

  it('equals ridge on a line solved by hand', () => {
    // Means 2 and 2.5; Σ(x − 2)(y − 2.5) = 3 + 0.5 + 0 + 1.5 = 5, Σ(x − 2)² = 14: slope 5 / (14 + penalty 6) = 0.25.
    const ridge = new KernelRidge(kernel(points), targets, 6)
    expect(ridge.predict(Float64Array.from(points, (x) => 10 * x))[0]).toBeCloseTo(2.5 + 0.25 * 8, 12)
  })

  it('tells what each item would have got without itself: the same as a fit of the others', () => {
    const without = new KernelRidge(kernel(points), targets, 6).leaveOneOut()
    points.forEach((point, at) => {
      const others = points.toSpliced(at, 1)
      const fit = new KernelRidge(kernel(others), targets.toSpliced(at, 1), 6)
      expect(without[at]![0]).toBeCloseTo(fit.predict(Float64Array.from(others, (x) => x * point))[0]!, 10)
    })
  })
})

describe('fitLogistic', () => {
  it('equals the share of yes in each of two groups where nothing is held down', () => {
    // Three of four with the feature, one of four without.
    const rows = [1, 1, 1, 1, 0, 0, 0, 0].map((value) => Float64Array.of(value))
    const chance = fitLogistic(rows, [1, 1, 1, 0, 1, 0, 0, 0], 0)
    expect(chance(Float64Array.of(1))).toBeCloseTo(0.75, 5)
    expect(chance(Float64Array.of(0))).toBeCloseTo(0.25, 5)
  })

  it('comes to the mean under a heavy penalty, and to an end where all answers are alike', () => {
    const rows = [1, 1, 0, 0].map((value) => Float64Array.of(value, 7))
    expect(fitLogistic(rows, [1, 1, 1, 0], 1e6)(Float64Array.of(0, 7))).toBeCloseTo(0.75, 3)
    expect(fitLogistic(rows, [0, 0, 0, 0], 1)(Float64Array.of(1, 7))).toBeLessThan(0.01)
  })
})

describe('QuestionKernel', () => {
  it('is nearest to the same words, rare ones most', () => {
    const past = ['map the flood', 'map the fire', 'map the roads'].map((text) => readText(text))
    const { nearness, kernel } = new QuestionKernel(past, 0.5).likeness(readText('map the fire'))
    expect(nearness[1]).toBeCloseTo(1, 12)
    expect(nearness[0]).toBeLessThan(0.5)
    expect(kernel).toEqual(nearness)
  })

  it('goes by embeddings where all questions have one, words beside them in the kernel', () => {
    const vector = (x: number, y: number) => Float64Array.of(x, y) as unknown as Float32Array
    const past = [readText('flood', vector(1, 0)), readText('fire', vector(-1, 0))]
    const { nearness, kernel } = new QuestionKernel(past, 0.5).likeness(readText('flood', vector(1, 0)))
    expect([...nearness]).toEqual([1, 0])
    expect([...kernel]).toEqual([1.5, -1])
    const halfKnown = new QuestionKernel([past[0]!, readText('fire')], 0.5)
    expect([...halfKnown.likeness(readText('fire', vector(1, 0))).nearness]).toEqual([0, 1])
  })
})

describe('usualOrder', () => {
  it('goes by mean places, each flow by its weight', () => {
    const flows = [{ tools: [0, 1, 2], weight: 1 }, { tools: [2, 1, 0], weight: 3 }] // prettier-ignore
    expect(usualOrder([0, 1, 2], flows)).toEqual([2, 1, 0])
    expect(usualOrder([0, 2, 9], [flows[0]!])).toEqual([0, 9, 2])
  })
})

describe('improveFlow', () => {
  it('leaves out, puts in, replaces and moves until nothing helps', () => {
    const wanted = [3, 1, 2]
    const worth = (flow: readonly number[]) => -editDistance(wanted, flow, unit(6))
    for (const start of [[], [1, 2], [3, 4, 1, 2], [5, 1, 2], [1, 3, 2], [0, 4, 5]]) {
      expect(improveFlow(start, [1, 2, 3], worth)).toEqual(wanted)
    }
  })

  it('puts in no tool twice and none that is not in the pool', () => {
    const longest = (flow: readonly number[]) => flow.length
    expect([...improveFlow([7], [1, 2], longest)].sort()).toEqual([1, 2, 7])
  })
})

const tools = ['load: opens an image', 'flood: maps floods', 'fire: maps burned land', 'road: finds roads', 'report: writes it down'].map((text) => ({ name: text.split(':')[0]!, ...readText(text) })) // prettier-ignore
const ask = (question: string, ...flow: string[]) => ({ ...readText(question), tools: flow })
const past = [
  ask('How far did the river rise?', 'load', 'flood', 'report'),
  ask('Where did the river go?', 'load', 'flood', 'report'),
  ask('What did the flames take?', 'load', 'fire', 'report'),
  ask('How far did the flames go?', 'load', 'fire', 'report'),
]

describe('PresenceModel', () => {
  it('gives tools of like questions more than others, and weights that sum to 1', () => {
    for (const evidence of [
      { flows: true, probes: true },
      { flows: true, probes: false },
      { flows: false, probes: true },
    ]) {
      const { chances, weights } = new PresenceModel(tools, past, evidence).presence(
        readText('Will the flames come?'),
      )
      expect(chances[2]).toBeGreaterThan(chances[1]!)
      expect(chances[0]).toBeGreaterThan(chances[3]!)
      for (const chance of chances) expect(chance > 0 && chance < 1).toBe(true)
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
      expect(weights[2]).toBeGreaterThan(weights[0]!)
    }
  })

  it('refuses to learn from nothing', () => {
    expect(() => new PresenceModel(tools, [])).toThrow(RangeError)
  })

  it('knows a tool that no flow used by its description', () => {
    // In these the words of the question are those of the tool: that descriptions count is learned from them.
    const worded = [
      ask('Any floods?', 'load', 'flood'),
      ask('Which land is burned?', 'load', 'fire'),
      ...past,
    ]
    const model = new PresenceModel(tools, worded)
    const chance = (question: string) => model.presence(readText(question)).chances[3]!
    expect(chance('Where are the roads?')).toBeGreaterThan(chance('Where are the cows?'))
  })
})

describe('FlowPlanner', () => {
  it('plans the flow that like questions had, with the tool that this one asks for', () => {
    const planner = new FlowPlanner({ tools, past, costs: unit(tools.length) })
    expect(planner.plan(readText('Are there flames?'))).toEqual(['load', 'fire', 'report'])
    expect(planner.plan(readText('Is the river high?'))).toEqual(['load', 'flood', 'report'])
  })

  it('plans the same each time', () => {
    const plan = () => new FlowPlanner({ tools, past, costs: unit(tools.length) }).plan(readText('Why?'))
    expect(plan()).toEqual(plan())
  })

  describe('with permitted tools', () => {
    const planner = new FlowPlanner({ tools, past, costs: unit(tools.length) })
    const names = tools.map(({ name }) => name)
    const questions = ['Are there flames?', 'Is the river high?', 'Why?', 'Where are the roads?'].map((text) => readText(text)) // prettier-ignore
    const subsets = Array.from({ length: 2 ** names.length }, (_, bits) =>
      names.filter((_, at) => (bits >> at) & 1),
    )

    it('plans the same as without a limit where all are permitted, and more than the library has', () => {
      for (const question of questions) {
        expect(planner.plan(question, names)).toEqual(planner.plan(question))
        expect(planner.plan(question, [...names, 'unknown'])).toEqual(planner.plan(question))
      }
    })

    it('calls none that is not permitted, none twice, in whatever order they are given', () => {
      for (const question of questions) {
        for (const permitted of subsets) {
          const flow = planner.plan(question, permitted)
          expect(permitted).toEqual(expect.arrayContaining(flow))
          expect(new Set(flow).size).toBe(flow.length)
          expect(planner.plan(question, permitted.toReversed())).toEqual(flow)
        }
      }
    })

    it('plans the unlimited flow where its tools are permitted', () => {
      for (const question of questions) {
        const flow = planner.plan(question)
        expect(planner.plan(question, flow)).toEqual(flow)
      }
    })

    it('holds a planner without past flows to them too', () => {
      const probes = new FlowPlanner(
        { tools, past, costs: unit(tools.length) },
        { flows: false, probes: true },
      )
      for (const permitted of subsets) {
        expect(permitted).toEqual(expect.arrayContaining(probes.plan(questions[0]!, permitted)))
      }
    })

    it('takes the one that is worth most, worked out by hand over four tools', () => {
      // Ten flows; a is in all, so it is the frame; b in two, c and d in one each: these are telling.
      const four = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...readText(name) }))
      const flows = [['a', 'b'], ['a', 'b'], ['a', 'c'], ['a', 'd'], ...Array.from({ length: 6 }, () => ['a'])] // prettier-ignore
      // b and c do for each other: a swap costs 0.2, any other change 1.
      const { single, swap } = unit(4)
      const costs = {
        single,
        swap: swap.map((row, from) =>
          Float64Array.from(row, (cost, to) =>
            (from === 1 && to === 2) || (from === 2 && to === 1) ? 0.2 : cost,
          ),
        ),
      }
      const of = new FlowPlanner({
        tools: four,
        past: flows.map((flow, at) => ask(`q${at}`, ...flow)),
        costs,
      })
      // The wanted flow is sure to be a, b.
      const presence = {
        chances: Float64Array.of(0.9, 0.8, 0.1, 0.1),
        weights: Float64Array.from(flows, (_, at) => (at === 0 ? 1 : 0)),
      }
      expect(of.choose(presence)).toEqual(['a', 'b'])
      // Without b, expected F1 is 2·hits / (chosen + 1.0): a 0, a c 0.1, a d 0.1, a c d 0.133. Likeness 1 − distance / (1.5·longer):
      // a 1 − 1/3 = 0.667, a c 1 − 0.2/3 = 0.933, a d 1 − 1/3, a c d 1 − 1.2/4.5 = 0.733. In all 0.667, 1.033, 0.767, 0.867.
      expect(of.choose(presence, ['a', 'c', 'd'])).toEqual(['a', 'c'])
      expect(of.choose(presence, ['d', 'a'])).toEqual(['a', 'd'])
      // Without a: b 0.8·2/2 + 1 − 1/3 = 1.467; b c 2·0.9/3 + 1 − 1.2/3, the cheaper way b for a, c for b: 1 + 0.2. In all 1.2.
      expect(of.choose(presence, ['b', 'c'])).toEqual(['b'])
      expect(of.choose(presence, [])).toEqual([])
    })
  })
})
