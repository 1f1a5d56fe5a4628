/** Brightness temperatures in K of open water, first-year ice and multi-year ice. */
export interface TiePoints {
  readonly v19: readonly [water: number, first: number, multi: number]
  readonly h19: readonly [water: number, first: number, multi: number]
  readonly v37: readonly [water: number, first: number, multi: number]
}

export interface IceShares {
  readonly first: number
  readonly multi: number
  /** Polarisation ratio of 19 GHz and gradient ratio of 37 over 19 GHz, vertical. */
  readonly polarisation: number
  readonly gradient: number
}

/**
 * Shares of first-year and multi-year ice by the NASA Team algorithm (Cavalieri, Gloersen and Campbell 1984): the three
 * shares that add up to one and give the measured polarisation and gradient ratios. Not clipped.
 */
export function nasaTeam(v19: number, h19: number, v37: number, tie: TiePoints): IceShares {
  const polarisation = (v19 - h19) / (v19 + h19)
  const gradient = (v37 - v19) / (v37 + v19)
  // Of each surface: difference less ratio times sum, which the shares bring to nothing.
  const rest = (ratio: number, a: number, b: number) => a - b - ratio * (a + b)
  const [pw, pf, pm] = [0, 1, 2].map((kind) => rest(polarisation, tie.v19[kind]!, tie.h19[kind]!))
  const [gw, gf, gm] = [0, 1, 2].map((kind) => rest(gradient, tie.v37[kind]!, tie.v19[kind]!))
  const [a, b, c, d] = [pf! - pw!, pm! - pw!, gf! - gw!, gm! - gw!]
  const determinant = a * d - b * c
  return {
    first: (b * gw! - d * pw!) / determinant,
    multi: (c * pw! - a * gw!) / determinant,
    polarisation,
    gradient,
  }
}
