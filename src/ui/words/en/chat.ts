/** Words of src/ui/chat. */
export const chat = {}
