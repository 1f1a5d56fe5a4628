/** Words of src/ui/privacy. */
export const privacy = {}
