/**
 * Tools in the order in which these flows mostly have them: by the mean of their places, 0 for the first of a flow and 1 for the
 * last, each flow by its weight. Flows and tools are numbers; a tool that no flow has goes to the middle.
 */
export function usualOrder(
  tools: readonly number[],
  flows: readonly { readonly tools: readonly number[]; readonly weight: number }[],
): number[] {
  const places = new Map(tools.map((tool) => [tool, { sum: 0, weight: 0 }]))
  for (const { tools: flow, weight } of flows) {
    flow.forEach((tool, at) => {
      const place = places.get(tool)
      if (!place) return
      place.sum += (weight * at) / Math.max(flow.length - 1, 1)
      place.weight += weight
    })
  }
  const mean = (tool: number) => {
    const { sum, weight } = places.get(tool)!
    return weight > 0 ? sum / weight : 0.5
  }
  return [...places.keys()].sort((a, b) => mean(a) - mean(b))
}
