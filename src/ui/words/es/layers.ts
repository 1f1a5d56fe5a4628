import type { layers as english } from '../en/layers.ts'

export const layers: typeof english = {}
