import { describe, expect, it } from 'vitest'
import { readDataFacts } from '../../src/agent/data-facts.ts'
import { plainGreenness } from '../../src/agent/greenness.ts'
import { readFormula } from '../../src/agent/read-formula.ts'
import { readLimits } from '../../src/agent/read-limits.ts'
import { plainStatistics, plainThreshold, withoutStepNumbers } from '../../src/agent/statistic-words.ts'

describe('plainStatistics', () => {
  it.each([
    ['Give the SD of NDVI.', 'Give the standard deviation of NDVI.'],
    ['The std. dev. of NDVI', 'The standard deviation of NDVI'],
    ['the P95 of the NDVI', 'the 95th percentile of the NDVI'],
    ['the 95 % percentile', 'the 95th percentile'],
    ['the ninety-fifth percentile', 'the 95th percentile'],
    ['the upper quartile', 'the 75th percentile'],
    ['the top value', 'the highest value'],
    ['say how low it gets', 'say the lowest value'],
    ['NDVI means by date', 'NDVI mean by date'],
    ['pixels fall within the range', 'pixels lie within the range'],
  ])('turns “%s” into “%s”', (text, plain) => {
    expect(plainStatistics(text)).toBe(plain)
  })

  it.each([
    'the largest lake',
    'the largest NDVI drop',
    'bare means a BSI above 0.1',
    'how high is the tower',
  ])('leaves “%s” as it is', (text) => {
    expect(plainStatistics(text)).toBe(text)
  })
})

describe('plainThreshold', () => {
  it('makes a limit of the verb', () => {
    expect(plainThreshold('threshold it at 0.1')).toBe('take the threshold of 0.1')
    expect(plainThreshold('a threshold of 0.1')).toBe('a threshold of 0.1')
  })
})

describe('withoutStepNumbers', () => {
  it('takes numbers of steps out and leaves those of the question', () => {
    expect(withoutStepNumbers('Step 1: NDVI. Step two: its mean.')).toBe('NDVI. its mean.')
    expect(withoutStepNumbers('1) Map NDVI. 2) Give its mean.')).not.toMatch(/\d/)
    expect(withoutStepNumbers('NDVI above 0.1. Give its area.')).toBe('NDVI above 0.1. Give its area.')
  })
})

describe('plainGreenness', () => {
  it('makes a map of NDVI of a picture of green', () => {
    expect(plainGreenness('Show me how green my plants are.')).toMatch(/NDVI/)
    expect(plainGreenness('Draw the vigour of the crops field by field.')).toMatch(/^Draw the NDVI\.$/)
  })

  it.each(['How many hectares are green?', 'Map the change of greenness.', 'How green is the land?'])(
    'leaves “%s” as it is',
    (text) => {
      expect(plainGreenness(text)).toBe(text)
    },
  )
})

describe('readFormula', () => {
  it.each([
    ['Divide swir1 by nir.', 'swir1 / nir'],
    ['the ratio of green to red', 'green / red'],
    ['the nir-to-red ratio', 'nir / red'],
    ['Subtract red from near infrared.', 'nir - red'],
    ['the difference between the NIR band and the red band', 'nir - red'],
    ['the normalised difference of nir and swir2', '( nir - swir2 ) / ( nir + swir2 )'],
    ['Take B8A and B04, then divide the first by the second.', 'nir_narrow / red'],
    ['the square root of blue times red', 'sqrt ( blue * red )'],
    ['nir - swir1 over 0.1', 'nir - swir1'],
  ])('reads “%s” as %s', (text, expression) => {
    expect(readFormula(text, ['sentinel-2'])?.expression).toBe(expression)
  })

  it.each(['the red and the green band', 'green fields and red roofs', 'the ratio of water to land'])(
    'finds none in “%s”',
    (text) => {
      expect(readFormula(text, [])).toBeNull()
    },
  )
})

describe('readLimits', () => {
  it('takes chained limits with their signs, and a range by its name', () => {
    expect(readLimits('pixels where 0.2 < NDVI <= 0.6')).toMatchObject({
      low: { value: 0.2, side: 'above' },
      high: { value: 0.6, side: 'at_or_below' },
    })
    expect(readLimits('in the NDVI range 0.2–0.6')).toMatchObject({
      low: { value: 0.2, side: 'at_or_above' },
      high: { value: 0.6, side: 'at_or_below' },
    })
  })
})

describe('readDataFacts', () => {
  const first = (text: string) => readDataFacts(text).map(({ figure, label }) => figure ?? label)[0]
  it.each([
    ['How many metres is one pixel wide?', 'pixel_size'],
    ['Could you tell me the resolution of this image?', 'pixel_size'],
    ['Could you count the bands of this image?', 'band_count'],
    ['How many channels are there?', 'band_count'],
    ['Count the loaded scenes, please.', 'scene_count'],
    ['Source satellite of the imagery?', 'sensors'],
    ['From when are the images?', 'dates'],
    ['Go through the loaded scenes and note their dates.', 'dates'],
    ['Name the bands of the scene, please.', 'bands'],
    ['Raster extent in ha?', 'area'],
    ['Give me an overview of the available scenes.', 'sensors'],
    ['What kind of analyses can I run on these images?', 'sensors'],
    ['What have I got in here?', 'sensors'],
  ])('reads “%s” as %s', (text, fact) => {
    expect(first(text)).toBe(fact)
  })

  it.each(['What is the mean NDVI?', 'How many hectares burned?', 'Show me the NDVI.', 'Count the lakes.'])(
    'finds none in “%s”',
    (text) => {
      expect(readDataFacts(text)).toEqual([])
    },
  )
})
