const PERCENT = '\\d+(?:\\.\\d+)? ?(?:%|percent\\b|per cent\\b)'

/** Words beside which percent are those of the sea that is covered by ice: of ice, of what froze, of a concentration. */
export const OF_ICE = new RegExp(
  `\\b(?:ice|frozen|froze|freez(?:es|ing)|refroze\\w*|floes?)\\b|\\bconcentrations?\\b[^.?;]{0,30}?${PERCENT}|${PERCENT}[^.?;]{0,20}?\\bconcentrations?\\b`,
  'i',
)
