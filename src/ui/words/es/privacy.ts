import type { privacy as english } from '../en/privacy.ts'

export const privacy: typeof english = {}
