/** What the catalogue says of one spectral index; the rest follows from the formula. */
export interface IndexRow {
  /** snake_case; also the name of its tool and the meaning of its layers. */
  readonly name: string
  readonly title: string
  /** In the band-maths language, with the signs of print; what is computed is this text. */
  readonly formula: string
  /** Set where unscaled numbers give another index: the formula has constants, or its degree in the bands is not zero. */
  readonly needsReflectance?: true
  /** Usual values, for drawing; −1 to 1 where none stand here. */
  readonly range?: readonly [number, number]
  /** doi: or https: */
  readonly reference: string
  /** What it is for, in a sentence. */
  readonly application: string
}
