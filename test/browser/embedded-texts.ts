/** Channel on which test/browser/watched-agent-worker.ts tells the texts of each call of the embedding worker. */
export const EMBEDDED_TEXTS = 'embedded-texts'
