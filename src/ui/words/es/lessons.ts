import type { lessons as english } from '../en/lessons.ts'

export const lessons: typeof english = {}
