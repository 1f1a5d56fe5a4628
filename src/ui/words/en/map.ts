/** Words of src/ui/map. */
export const map = {}
