const NUMBER = new Intl.NumberFormat('en-GB')

/** One form for one, another for all other counts: '1 run', '2,000 runs'. */
export function count(value: number, one: string, many: string): string {
  return `${NUMBER.format(value)} ${value === 1 ? one : many}`
}
