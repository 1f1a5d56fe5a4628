/** Words of src/ui/memory. */
export const memory = {}
