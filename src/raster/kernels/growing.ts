type Items = Int32Array | Float64Array | Uint8Array

/** A typed array that doubles as it fills; `items` is replaced when it does. */
export interface Growing<Kind extends Items> {
  items: Kind
  length: number
  readonly kind: new (length: number) => Kind
}

export function growing<Kind extends Items>(kind: new (length: number) => Kind): Growing<Kind> {
  return { items: new kind(1024), length: 0, kind }
}

export function pushNumber(list: Growing<Items>, value: number): void {
  if (list.length === list.items.length) {
    const wider = new list.kind(list.length * 2)
    wider.set(list.items)
    list.items = wider
  }
  list.items[list.length++] = value
}
