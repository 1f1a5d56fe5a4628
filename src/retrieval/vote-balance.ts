import { config } from '../config.ts'

/**
 * How much the vote of past questions counts beside the text score of 1: learned from solved questions, as some
 * libraries are found by their descriptions and others only by what was done before. Each weight of the grid is
 * rated by where it would have put the tools of solved questions: half a point for a tool among the shown, half a
 * point discounted by its rank. `config.retrieval.neighbourWeight` starts ahead.
 */
export class VoteBalance {
  readonly #gains: number[]

  constructor(private readonly grid: readonly number[] = config.retrieval.neighbourGrid) {
    this.#gains = grid.map((weight) =>
      weight === config.retrieval.neighbourWeight ? config.retrieval.neighbourHeadStart : 0,
    )
  }

  get weight(): number {
    const best = Math.max(...this.#gains)
    return this.grid[this.#gains.indexOf(best)]!
  }

  /** Rates each weight on a question whose tools (positions) are known; both lists are on one scale. */
  learn(text: ArrayLike<number>, vote: ArrayLike<number>, tools: readonly number[]): void {
    this.grid.forEach((weight, at) => {
      const score = (tool: number) => text[tool]! + weight * vote[tool]!
      for (const tool of tools) {
        const own = score(tool)
        let ahead = 0
        for (let other = 0; other < text.length; other++) if (score(other) > own) ahead++
        if (ahead < config.retrieval.shown) {
          this.#gains[at]! += (0.5 + 0.5 / Math.log2(ahead + 2)) / tools.length
        }
      }
    })
  }
}
