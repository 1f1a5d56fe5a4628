import type { memory as english } from '../en/memory.ts'

export const memory: typeof english = {}
