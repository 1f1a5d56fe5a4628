/** Words of src/ui/lessons. */
export const lessons = {}
