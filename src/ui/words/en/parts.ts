/** Words of src/ui/parts. */
export const parts = {}
