// Documents whose tables are made of raw results: a table stands between
//   <!-- table NAME -->   and   <!-- end of table -->
#pragma once

#include "bench/published/raw.h"

#include <string>

namespace autoconfig::bench {

/// The document with every table made again. Error where a table has no end, or no table has its name.
std::string with_tables(const std::string& document, const Raw& raw);

/// The document without its tables.
std::string without_tables(const std::string& document);

} // namespace autoconfig::bench
