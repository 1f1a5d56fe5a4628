/** What of the work outlives a visit: 'records' where the browser keeps records but no files. */
export type Keeps = 'everything' | 'records' | 'nothing'
