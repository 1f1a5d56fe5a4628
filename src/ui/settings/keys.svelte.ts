const KEY = 'geoforge-single-keys'

/** Whether keys alone are shortcuts: who dictates, or hits keys by chance, can switch them off. */
export class KeysState {
  singles = $state(read() !== 'off')

  choose(singles: boolean): void {
    this.singles = singles
    try {
      localStorage.setItem(KEY, singles ? 'on' : 'off')
    } catch {
      // Storage can be refused in a private window: the choice then holds for this page alone.
    }
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
