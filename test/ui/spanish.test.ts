import { describe, expect, it } from 'vitest'
import { looksSpanish } from '../../src/ui/chat/spanish.ts'

describe('looksSpanish', () => {
  it.each([
    '¿Cuántas hectáreas se quemaron?',
    'Cuantas hectareas se quemaron en la zona',
    'superficie de agua en el lago',
    'Dónde está la vegetación más densa',
  ])('%s', (text) => expect(looksSpanish(text)).toBe(true))

  it.each([
    'How many hectares burned?',
    'How much water is there in Rio de la Plata?',
    'burned area de la Sierra, how severe',
    'NDVI',
    'La Palma',
    '',
  ])('not %s', (text) => expect(looksSpanish(text)).toBe(false))
})
