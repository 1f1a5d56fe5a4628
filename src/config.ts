/** Every constant of the papers and ours that a bench may sweep. Sources: docs/algorithms.md. */
export const config = {
  workflow: {
    alpha: 0.35,
    beta: 0.45,
    lambdaType: 0.2,
    lambdaLength: 0.02,
    lengthFree: 8,
    topK: 3,
    minimum: 0.4,
    lambdaReliability: 0.15,
  },
  /** A token that no stored text knows counts this much of a rare one's weight in lexical coverage. */
  coverage: { unknown: 1 },
  experience: { lambdaType: 0.2, topK: 5, keep: 500 },
  skill: {
    textWeight: 0.5,
    typeWeight: 0.25,
    modalityWeight: 0.25,
    topK: 3,
    minimum: 0.6,
    maxCharacters: 1200,
  },
  /** Logistic from raw score to the probability that an item is a right one: slope and the score of 0.5. */
  calibration: {
    workflow: { lexical: { slope: 8, middle: 0.45 } },
    skill: { lexical: { slope: 8, middle: 0.5 } },
  },
  retrieval: {
    alpha: 0.5,
    hops: 1,
    mode: 'p' as 'p' | 's' | 'sym',
    rrf: 60,
    firstPass: 20,
    /** Nearest past questions that vote: by embedding, and by words where there is no embedder. */
    neighbours: 20,
    neighboursLexical: 20,
    cosinePower: 8,
    bm25: { k1: 1.5, b: 0.75 },
    /** Share of BM25 beside the embedding's 1 in a text score. */
    lexicalWeight: 0.5,
    /** How far BM25 of a part is lifted to that of the whole question: 0 leaves it as it is, 1 makes their best equal. */
    partLift: 0.5,
    neighbourWeight: 0.5,
    /** The weight of the vote is learned from this many of the last solved questions. */
    balanceFrom: 60,
    neighbourGrid: [0, 0.25, 0.5, 1, 2, 4, 8, 16, 32],
    /** What the first weight is ahead by, in discounted gain of solved questions. */
    neighbourHeadStart: 0.5,
    transitionWeight: 0.25,
    transitionSeeds: 3,
    /** What an edge that only the typed ports suggest is worth beside one seen once. */
    typedEdgeWeight: 0.1,
    /** Declared dependencies are closed over from this many best tools. */
    dependencySeeds: 3,
    shown: 20,
  },
  run: {
    /** LC: what is remembered and the guidance, in characters; a third of a window of 4,096 tokens. */
    contextCharacters: 5400,
    maxCalls: 24,
    maxCallsOfOneTool: 8,
    maxPlans: 6,
  },
} as const
