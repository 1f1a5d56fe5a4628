/** True of lists of the same objects in the same order. */
export const sameItems = <Item>(first: readonly Item[], second: readonly Item[]): boolean =>
  first === second || (first.length === second.length && first.every((item, at) => item === second[at]))
