import type { TiePoints } from '../../raster/kernels/physics/sea-ice.ts'

/** Tie points of the NASA Team algorithm in K by sensor (Cavalieri and others; NSIDC, https://nsidc.org/data/nsidc-0051). */
export const TIE_POINTS = {
  ssmi_f8: {
    north: { v19: [183.4, 251.5, 222.1], h19: [113.2, 235.5, 198.5], v37: [204, 242, 184.2] },
    south: { v19: [185.3, 256.6, 246.9], h19: [117, 242.6, 215.7], v37: [207.1, 248.1, 212.4] },
  },
  ssmi_f11: {
    north: { v19: [185.1, 251.4, 222.5], h19: [113.6, 235.3, 198.3], v37: [204.8, 242, 185.1] },
    south: { v19: [186.2, 255.5, 246.2], h19: [115.7, 241.2, 214.6], v37: [207.1, 245.6, 211.3] },
  },
  ssmi_f13: {
    north: { v19: [185.2, 251.2, 222.4], h19: [114.4, 235.4, 198.6], v37: [205.2, 241.1, 186.2] },
    south: { v19: [186, 256, 246.6], h19: [117, 241.4, 214.9], v37: [206.9, 245.6, 211.1] },
  },
  ssmis_f17: {
    north: { v19: [184.9, 248.4, 220.7], h19: [113.4, 232, 196], v37: [207.1, 242.3, 188.5] },
    south: { v19: [184.9, 253.1, 244], h19: [113.4, 237.8, 211.9], v37: [207.1, 246.6, 212.6] },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<'north' | 'south', TiePoints>>>>
