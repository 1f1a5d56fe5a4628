/** EPSG codes that imagery comes in, beside the UTM families. Definitions as in the EPSG registry (epsg.org). */
export const EPSG_DEFINITIONS: Readonly<Record<number, readonly [name: string, definition: string]>> = {
  4326: ['WGS 84', '+proj=longlat +datum=WGS84 +no_defs'],
  4979: ['WGS 84 (3D)', '+proj=longlat +datum=WGS84 +no_defs'],
  4258: ['ETRS89', '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs'],
  4269: ['NAD83', '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs'],
  4674: ['SIRGAS 2000', '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs'],
  4283: ['GDA94', '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs'],
  7844: ['GDA2020', '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs'],
  4167: ['NZGD2000', '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs'],
  3857: [
    'WGS 84 / Pseudo-Mercator',
    '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
  ],
  3395: ['WGS 84 / World Mercator', '+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs'],
  3031: [
    'WGS 84 / Antarctic Polar Stereographic',
    '+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  ],
  3976: [
    'WGS 84 / NSIDC Sea Ice Polar Stereographic South',
    '+proj=stere +lat_0=-90 +lat_ts=-70 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  ],
  3413: [
    'WGS 84 / NSIDC Sea Ice Polar Stereographic North',
    '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  ],
  3995: [
    'WGS 84 / Arctic Polar Stereographic',
    '+proj=stere +lat_0=90 +lat_ts=71 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  ],
  32661: [
    'WGS 84 / UPS North',
    '+proj=stere +lat_0=90 +lon_0=0 +k=0.994 +x_0=2000000 +y_0=2000000 +datum=WGS84 +units=m +no_defs',
  ],
  32761: [
    'WGS 84 / UPS South',
    '+proj=stere +lat_0=-90 +lon_0=0 +k=0.994 +x_0=2000000 +y_0=2000000 +datum=WGS84 +units=m +no_defs',
  ],
  3035: [
    'ETRS89-extended / LAEA Europe',
    '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  ],
  6931: [
    'WGS 84 / NSIDC EASE-Grid 2.0 North',
    '+proj=laea +lat_0=90 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  ],
  6932: [
    'WGS 84 / NSIDC EASE-Grid 2.0 South',
    '+proj=laea +lat_0=-90 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  ],
  6933: [
    'WGS 84 / NSIDC EASE-Grid 2.0 Global',
    '+proj=cea +lat_ts=30 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  ],
  5070: [
    'NAD83 / Conus Albers',
    '+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  ],
  3338: [
    'NAD83 / Alaska Albers',
    '+proj=aea +lat_0=50 +lon_0=-154 +lat_1=55 +lat_2=65 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  ],
  3577: [
    'GDA94 / Australian Albers',
    '+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  ],
  3005: [
    'NAD83 / BC Albers',
    '+proj=aea +lat_0=45 +lon_0=-126 +lat_1=50 +lat_2=58.5 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  ],
  3979: [
    'NAD83(CSRS) / Canada Atlas Lambert',
    '+proj=lcc +lat_0=49 +lon_0=-95 +lat_1=49 +lat_2=77 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  ],
  2154: [
    'RGF93 / Lambert-93',
    '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  ],
  3006: ['SWEREF99 TM', '+proj=utm +zone=33 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs'],
  3067: ['ETRS89 / TM35FIN(E,N)', '+proj=utm +zone=35 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs'],
  2193: [
    'NZGD2000 / New Zealand Transverse Mercator 2000',
    '+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  ],
  27701: [
    'WGS 84 / Equi7 Africa',
    '+proj=aeqd +lat_0=8.5 +lon_0=21.5 +x_0=5621452.02 +y_0=5990638.423 +datum=WGS84 +units=m +no_defs',
  ],
  27702: [
    'WGS 84 / Equi7 Antarctica',
    '+proj=aeqd +lat_0=-90 +lon_0=0 +x_0=3714266.977 +y_0=3402016.506 +datum=WGS84 +units=m +no_defs',
  ],
  27703: [
    'WGS 84 / Equi7 Asia',
    '+proj=aeqd +lat_0=47 +lon_0=94 +x_0=4340913.848 +y_0=4812712.923 +datum=WGS84 +units=m +no_defs',
  ],
  27704: [
    'WGS 84 / Equi7 Europe',
    '+proj=aeqd +lat_0=53 +lon_0=24 +x_0=5837287.82 +y_0=2121415.696 +datum=WGS84 +units=m +no_defs',
  ],
  27705: [
    'WGS 84 / Equi7 North America',
    '+proj=aeqd +lat_0=52 +lon_0=-97.5 +x_0=8264722.177 +y_0=4867518.353 +datum=WGS84 +units=m +no_defs',
  ],
  27706: [
    'WGS 84 / Equi7 Oceania',
    '+proj=aeqd +lat_0=-19.5 +lon_0=131.5 +x_0=6988408.536 +y_0=7654884.537 +datum=WGS84 +units=m +no_defs',
  ],
  27707: [
    'WGS 84 / Equi7 South America',
    '+proj=aeqd +lat_0=-14 +lon_0=-60.5 +x_0=7257179.236 +y_0=5592024.446 +datum=WGS84 +units=m +no_defs',
  ],
  8857: [
    'WGS 84 / Equal Earth Greenwich',
    '+proj=eqearth +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  ],
  // proj4-list turns its datum the wrong way round.
  3844: [
    'Pulkovo 1942(58) / Stereo70',
    '+proj=sterea +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +ellps=krass +towgs84=2.329,-147.042,-92.08,-0.309,0.325,0.497,5.69 +units=m +no_defs',
  ],
}
