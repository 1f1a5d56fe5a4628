#!/bin/sh
# Vector files of test/fixtures/vectors and what GDAL reads of them: sh scripts/make-vector-files.sh (GDAL 3.6 command line).
set -eu
cd "$(dirname "$0")/../test/fixtures/vectors"
rm -f fields.* fires.* plain.kml plain.ndjson
cat > source.json <<'JSON'
{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"id":7,"value":2.5,"date":"2019-08-09","name":"Ä <b>field</b>"},"geometry":{"type":"Polygon","coordinates":[[[-57.5,-19.9],[-57.4,-19.9],[-57.4,-19.8],[-57.5,-19.8],[-57.5,-19.9]],[[-57.47,-19.87],[-57.47,-19.83],[-57.43,-19.83],[-57.43,-19.87],[-57.47,-19.87]]]}},
{"type":"Feature","properties":{"id":8,"value":null,"date":"2019-08-25","name":"two parts"},"geometry":{"type":"MultiPolygon","coordinates":[[[[-57.3,-19.9],[-57.25,-19.9],[-57.25,-19.85],[-57.3,-19.9]]],[[[-57.2,-19.9],[-57.15,-19.9],[-57.15,-19.85],[-57.2,-19.9]]]]}}
]}
JSON
cat > source-fires.csv <<'CSV'
latitude,longitude,bright_ti4,acq_date,acq_time,satellite,instrument,confidence,frp,daynight
-19.8512,-57.4811,345.5,2019-08-20,0432,N,VIIRS,n,12.25,N
-19.8530,-57.4790,331.0,2019-08-20,1748,N,VIIRS,h,7.5,D
CSV
ogr2ogr -f "ESRI Shapefile" -t_srs EPSG:32621 -lco ENCODING=UTF-8 fields.shp source.json
ogr2ogr -f "ESRI Shapefile" -a_srs EPSG:4326 -oo X_POSSIBLE_NAMES=longitude -oo Y_POSSIBLE_NAMES=latitude \
  -oo KEEP_GEOM_COLUMNS=YES -oo AUTODETECT_TYPE=YES fires.shp source-fires.csv
ogr2ogr -f GeoJSONSeq plain.ndjson source.json
ogr2ogr -f KML plain.kml source.json
ogr2ogr -f GeoJSON -t_srs EPSG:4326 -lco COORDINATE_PRECISION=15 fields-read.json fields.shp
