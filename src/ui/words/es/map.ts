import type { map as english } from '../en/map.ts'

export const map: typeof english = {}
