import type { ToolSpec } from '../../src/tools/tool.ts'

/** The tool that the recorded run ends in, as far as the screen has to know it. */
export const MASK_AREA: ToolSpec = {
  name: 'mask_area',
  family: 'masks',
  title: 'Area of a mask',
  summary: 'The area that a mask covers.',
  source: 'https://example.org',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'figures' },
  measures: [{ name: 'area', dimension: 'area' }],
  parameters: { type: 'object', properties: { mask: {}, unit: {} }, required: ['mask'] },
  internal: false,
}
