/** Words of src/ui/start. */
export const start = {}
