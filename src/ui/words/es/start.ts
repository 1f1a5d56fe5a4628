import type { start as english } from '../en/start.ts'

export const start: typeof english = {}
