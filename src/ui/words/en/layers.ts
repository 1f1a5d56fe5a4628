/** Words of src/ui/layers. */
export const layers = {}
