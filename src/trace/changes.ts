/** The BroadcastChannel on which stores tell every tab and worker of this origin what they changed. */
export const CHANGES_CHANNEL = 'geoforge-changes'

/** What was changed; the listener reads it again. Carries no data, so no tab can feed another one. */
export type StoreChange = 'layers' | 'memory' | 'runs' | 'recipes' | 'models' | 'settings'
