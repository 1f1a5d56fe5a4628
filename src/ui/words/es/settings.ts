import type { settings as english } from '../en/settings.ts'

export const settings: typeof english = {}
