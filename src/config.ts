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
  recall: {
    /** Scores, thresholds, order and the lessons that are kept as the paper has them; false: as docs/algorithms.md says. */
    paperExact: false as boolean,
    /** Whether the order of workflows minds how reliable they were. */
    reliability: true as boolean,
    /** Thresholds on the paper's own scores: none is told for workflows, which leaves the best `topK`. */
    paperMinimum: { workflow: 0, skill: 0.6 },
  },
  memory: {
    /** What an entry can lose in rank by not being used; half of it after so many days, and twice as many for each so many times it helped. */
    disuseWeight: 0.1,
    halfLifeDays: 90,
    helpedPerHalfLife: 3,
  },
  /** A token that no stored text knows counts this much of a rare one's weight in lexical coverage. */
  coverage: { unknown: 1 },
  experience: {
    lambdaType: 0.2,
    topK: 5,
    keep: 500,
    /** Which entries go above `keep`: the oldest, as the paper has it, or the least helpful ones, of those the oldest. */
    eviction: 'least-helpful' as 'least-helpful' | 'newest',
  },
  learning: {
    /** What a workflow keeps of its runs; older questions give way, hints and cautions that came first stay. */
    questionsKept: 20,
    hintsKept: 12,
    cautionsKept: 12,
    /** Failure rules of a skill. */
    rulesKept: 8,
    /** An experience becomes a rule of the skills that call its tool once so many runs made it, or once it is active. */
    ruleCount: 2,
    /** Runs without an entry that must be there before it can be found worse than doing without. */
    runsWithout: 10,
    /** A candidate that none of this many later runs of its task type used or made again is retired. */
    unusedRuns: 40,
  },
  skill: {
    textWeight: 0.5,
    typeWeight: 0.25,
    modalityWeight: 0.25,
    topK: 3,
    minimum: 0.6,
    maxCharacters: 1200,
  },
  context: {
    /** Share of C_q that each kind may take at most, so that neither past flows nor lessons crowd the procedure out. */
    shares: { workflows: 0.3, experiences: 0.3, procedure: 1 },
  },
  /** Logistic from raw score to the probability that an item is a right one: slope and the score of 0.5. */
  calibration: {
    workflow: { lexical: { slope: 8, middle: 0.45 }, embedding: { slope: 10, middle: 0.42 } },
    skill: { lexical: { slope: 8, middle: 0.5 }, embedding: { slope: 12, middle: 0.47 } },
  },
  retrieval: {
    alpha: 0.5,
    hops: 1,
    mode: 'p' as 'p' | 's' | 'sym',
    rrf: 60,
    firstPass: 20,
    /** Nearest past questions that vote, by meaning and by words. */
    neighbours: 20,
    cosinePower: 8,
    /** What is added to the weights of all that vote: a few that are far away are no evidence. */
    voteShrinkage: 0.3,
    /** Share of a vote above which it counts by its logarithm. */
    voteFloor: 0.02,
    /** Nearest past questions of the ridge regression, and what is added to its diagonal. */
    ridgeNeighbours: 64,
    ridgePenalty: 0.5,
    bm25: { k1: 1.5, b: 0.75 },
    /** How far BM25 of a part is lifted to that of the whole question: 0 leaves it as it is, 1 makes their best equal. */
    partLift: 0.5,
    /** What each signal counts before anything was learned (docs/decisions/2026-11-30-retrieval-signals.md). */
    weights: {
      ...{ words: 0.5, meaning: 1, partWords: 0.5, partMeaning: 1 },
      ...{ voteMeaning: 0.8, voteWords: 0.5, expected: 1, used: 0.2, transitions: 1 },
    },
    /** Signals that are left out. */
    without: [] as readonly string[],
    learnsWeights: true as boolean,
    /** Weights are fitted again after so many solved questions at least, from the last `fitFrom` of them. */
    fitEvery: 5,
    fitFrom: 400,
    /** Best tools of a question that the fit sets apart from those it used. */
    fitCandidates: 100,
    /** How firmly weights are held where they began. */
    fitPenalty: 2,
    /** In the app weights are learned from so many of the last solved questions at least, from fewer than twice as many at most. */
    learnFrom: 60,
    transitionSeeds: 3,
    /** What an edge that only the typed ports suggest is worth beside one seen once. */
    typedEdgeWeight: 0.1,
    /** Declared dependencies are closed over from this many best tools. */
    dependencySeeds: 3,
    shown: 20,
  },
  /** Flows planned from past ones; by five folds of GeoPlan-bench's training tasks (docs/decisions/2026-11-30-geoplan-planning.md). */
  flows: {
    /** Nearest past questions that vote, weighted by cosine to this power. */
    neighbours: 20,
    power: 10,
    /** What is added to the diagonal of the probes' kernel, and what words count in it beside an embedding's 1. */
    probePenalty: 1,
    probeWords: 0.64,
    logisticPenalty: 1,
    /** A past flow weighs exp(agreement · sum of its tools' logits) · cosine ^ agreementPower: in the second vote, */
    agreement: 0.5,
    agreementPower: 4,
    /** and as one that may be the wanted one. Less sharp: such flows stand for all that might be wanted. */
    possibleAgreement: 0.1,
    /** Tools that this share of the past flows or more has are the frame of flows, the others tell them apart. */
    frame: 0.3,
    /** Past flows that may be the wanted one, and likeliest tools that may be put in, while a flow is improved. */
    possible: 25,
    pool: 12,
    /** What the F1 of telling tools counts beside the likeness to possible flows. */
    tellingWeight: 1,
  },
  /** Calls planned from past flows; by five folds of Earth-Bench's development file (docs/decisions/2026-11-30-flows-from-memory.md). */
  calls: {
    /** What kinds of facts count in how far two questions want the same, and in how far they have the same at hand. */
    wanted: { words: 1.5, intent: 1.5, answer: 1, data: 0.4, subject: 0.2 },
    atHand: { data: 2, subject: 1, words: 0.5 },
    /** A past flow weighs exp(sharpness · likeness). */
    sharpness: 5,
    /** Flows that may be the wanted one; of them those that are candidates, and those that are varied, each so many times. */
    possible: 60,
    copies: 20,
    varied: 6,
    variants: 3,
    markPenalty: 0.3,
    rankerPenalty: 0.9,
    /** What a plan twice as long as is right loses. */
    lengthCost: 0.16,
    /** A candidate whose score is less by this counts e times less among those that may be the wanted flow. */
    choiceSpread: 0.03,
  },
  /** Characters that a passphrase of a backup needs at least. */
  backup: { shortestPassphrase: 8 },
  run: {
    /** LC: what is remembered and the guidance, in characters; a third of a window of 4,096 tokens. */
    contextCharacters: 5400,
    maxCalls: 24,
    maxCallsOfOneTool: 8,
    maxPlans: 6,
    /** Other settings that are tried for a step whose outcome fails a check, before its plan is given up. */
    maxSettings: 2,
    /**
     * Whether a language model is left out of the choice of a next tool that the path of earlier runs leaves no doubt of: so many
     * of them went it, and this share of all that began so went on alike. Three, as an entry is proven by three runs.
     */
    inertia: { on: true as boolean, runs: 3, agreement: 0.9 },
  },
  model: {
    /** Share of a model's context that C_q may take, and χ(d). */
    memoryShare: 1 / 3,
    sensingShare: 1 / 6,
    /** New prompt tokens of a turn, where the context is smaller than `smallContext` and where it is not. */
    turnTokens: { small: 200, large: 600 },
    smallContext: 8192,
    /** Share of a turn that what a tool saw may take. */
    observationShare: 0.45,
    maxRetries: 2,
    /** Steps that a model may name for retrieval at most, and characters of each. */
    planSteps: { most: 6, characters: 80 },
    /** Wrong calls after which the hybrid goes on without the model. */
    maxErrors: 2,
    /** What each source says for an action, in nats at its fullest, before a softmax makes a probability of the sum. */
    nats: {
      retrieval: 2,
      procedure: 4,
      transition: 1.5,
      /** It takes what the last call made. */
      takesLast: 2,
      /** It was called for one date, and the words are about two or more. */
      otherDate: 2,
      /** It was called before, or another of its family was on the same layers. */
      repeated: -1.5,
      answered: 4,
      unfinished: -2,
      ask: -1,
    },
    /** Each plan of a planner's order is this many times less likely than the one before. */
    planDecay: 3,
    /** Figures that an answer is chosen from. */
    figures: 8,
    sentenceTokens: 80,
  },
} as const
