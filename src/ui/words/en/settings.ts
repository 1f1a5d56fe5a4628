/** Words of src/ui/settings. */
export const settings = {}
