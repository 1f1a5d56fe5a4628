/** Words of src/ui/models. */
export const models = {}
