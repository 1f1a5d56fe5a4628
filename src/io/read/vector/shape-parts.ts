/** Endings of what belongs to a shapefile; those that only speed up other programs are taken along and not read. */
export const SHAPE_PARTS = ['dbf', 'prj', 'cpg', 'shx', 'sbn', 'sbx', 'qix', 'qpj'] as const
