/** Sizes in pixels of the patches of a square mask that touch by a side or a corner, largest first. Written apart from the tools. */
export function patchSizes(mask: readonly boolean[], side: number): readonly number[] {
  const open = [...mask]
  const sizes: number[] = []
  for (let start = 0; start < open.length; start++) {
    if (!open[start]) continue
    open[start] = false
    const border = [start]
    let size = 0
    for (let at = border.pop(); at !== undefined; at = border.pop()) {
      size++
      const [row, col] = [Math.floor(at / side), at % side]
      for (let r = Math.max(0, row - 1); r <= Math.min(side - 1, row + 1); r++) {
        for (let c = Math.max(0, col - 1); c <= Math.min(side - 1, col + 1); c++) {
          const next = r * side + c
          if (!open[next]) continue
          open[next] = false
          border.push(next)
        }
      }
    }
    sizes.push(size)
  }
  return sizes.sort((a, b) => b - a)
}
