export function gradientOf(_ramp: string): string | null {
  return null
}
