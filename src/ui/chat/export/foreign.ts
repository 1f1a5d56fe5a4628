/** Marks that turn or hide what stands around them, and controls but tab and line feed. */
const UNSEEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g

/** Text of a file or a person for another document: what cannot be seen is shown as �, so that nothing reads other than it is. */
export const plainForeign = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN, '\ufffd')
